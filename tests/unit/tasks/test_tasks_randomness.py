"""Draws depend on their key alone and are uniform."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from misi_viewer.tasks.randomness import Random, deal, key_hash


def test_the_stream_is_fixed_for_good() -> None:
    random = Random(0, "translation", "1abc", 3)
    assert [random.below(1000) for _ in range(5)] == [556, 68, 475, 103, 538]
    assert key_hash(0, "a", 1).startswith("ccbe6674")


def test_keys_do_not_run_together() -> None:
    assert len({key_hash(*key) for key in [("a", "bc"), ("ab", "c"), (1, 23), (12, 3), ("1", 23), ("abc",)]}) == 6


@given(st.integers(1, 2**63), st.text())
def test_draws_stay_below_the_limit_and_repeat(limit: int, key: str) -> None:
    draws = [Random(key).below(limit) for _ in range(2)]
    assert draws[0] == draws[1]
    assert 0 <= draws[0] < limit


def test_draws_are_uniform() -> None:
    counts = Counter(Random("uniform", n).below(7) for n in range(7000))
    assert chisquare([counts[value] for value in range(7)]).pvalue > 0.01


def test_every_order_is_as_likely() -> None:
    counts = Counter(tuple(Random("order", n).shuffled("abc")) for n in range(6000))
    assert len(counts) == 6
    assert chisquare(list(counts.values())).pvalue > 0.01


@given(st.integers(0, 1000), st.lists(st.integers(), min_size=1, max_size=6, unique=True))
def test_every_round_deals_each_item_once(turn: int, items: list[int]) -> None:
    dealt = [deal(items, turn * len(items) + place, "key") for place in range(len(items))]
    assert sorted(dealt) == sorted(items)


def test_rounds_have_orders_of_their_own() -> None:
    assert len({tuple(deal("xyz", 3 * turn + place, "key") for place in range(3)) for turn in range(50)}) == 6
