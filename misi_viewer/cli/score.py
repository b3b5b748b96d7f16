"""Score predictions for a data set, beside the published results.

DATASET is a catalogue, or whatever 'misi-viewer import' takes. PREDICTIONS are
files or folders of VLMEvalKit, lmms-eval, ms-swift, LLaMA-Factory, Inspect,
OpenAI batch or OpenCompass, or tables with a column of ids and one of replies.
What was matched is told on stderr.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from misi_viewer.cli.watching import watching
from misi_viewer.dataset.catalogue import Catalogue, import_sources
from misi_viewer.dataset.catalogue.catalogue import is_catalogue
from misi_viewer.dataset.collection import find_members
from misi_viewer.dataset.measuring import measured_factors
from misi_viewer.dataset.predictions import Prediction, Questions, read_predictions
from misi_viewer.dataset.predictions.reading import prediction_files
from misi_viewer.dataset.predictions.scoring import score_models
from misi_viewer.dataset.report import write_report
from misi_viewer.errors import UserError
from misi_viewer.scoring.aggregate import compare, summarise
from misi_viewer.scoring.factors import Factors
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.rows import ScoredRow
from misi_viewer.scoring.tables import option_lines, plain_text, score_table, to_json

__all__ = ["add_arguments", "run"]

MOST_COMPARED = 6
WIDTH = 160


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a catalogue, a folder, a table or an archive")
    parser.add_argument("predictions", nargs="+", type=Path, metavar="PREDICTIONS", help="files or folders")
    parser.add_argument("--model", metavar="NAME", help="name of the model, in place of what the files tell")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--html", type=Path, metavar="REPORT", help="also write a report with plots and worst cases")
    parser.add_argument(
        "--complexes",
        type=Path,
        metavar="DIR",
        help="with --html: the folder of the structures, for scores by their size and by labels that can be read",
    )
    parser.add_argument("--rows", action="store_true", help="with --json: each question's score too")
    parser.add_argument("--no-published", action="store_true", help="leave the published rows out of the table")
    _add_scoring_arguments(parser)


def _add_scoring_arguments(parser: argparse.ArgumentParser) -> None:
    usual = ScoringOptions()
    parser.add_argument(
        "--missing",
        choices=("drop", "zero"),
        default=usual.missing,
        help=f"failed calls and questions without a prediction: left out, or counted as 0 (default {usual.missing})",
    )
    parser.add_argument(
        "--bond-denominator",
        choices=("given", "true"),
        default=usual.bond_denominator,
        help=f"what right bonds are a share of (default {usual.bond_denominator})",
    )
    parser.add_argument(
        "--command-error",
        choices=("bins", "relative"),
        default=usual.command_error,
        help=f"how the error of a command counts (default {usual.command_error})",
    )
    parser.add_argument(
        "--move-divisor",
        default=str(usual.move_divisor),
        metavar="truth|larger|ANGSTROM",
        help=f"by what the error of docking's move is divided (default {usual.move_divisor})",
    )
    parser.add_argument(
        "--absent-chain",
        choices=("wrong", "any"),
        default=usual.absent_chain,
        help=f"what a bond without a chain is (default {usual.absent_chain})",
    )
    parser.add_argument(
        "--pocket-exact",
        choices=("all", "bonded"),
        default=usual.pocket_exact,
        help=f"complexes over which T9's exact matches are counted (default {usual.pocket_exact})",
    )


def run(options: argparse.Namespace) -> int:
    """Score, and print tables or JSON.

    Raises
    ------
    UserError
        If the data set or the predictions cannot be read, or nothing matches.
    """
    scoring = _scoring_options(options)
    with _catalogue(options.dataset, wanted=options.html is not None) as catalogue:
        questions = catalogue.questions() if catalogue is not None else Questions.of([options.dataset])
        predictions = _predictions(options.predictions, questions, options.model)
        rows = score_models(questions, predictions, scoring)
        if not rows:
            raise UserError("None of the predictions belongs to a question of the data set; nothing is scored.")
        if options.html is not None and catalogue is not None:
            measured = _measured(options.complexes, catalogue, questions, rows)
            write_report(options.html, catalogue, questions, predictions, rows, scoring, measured)
    summaries = {model: summarise(own, scoring) for model, own in rows.items()}
    if options.json:
        pairs = combinations(rows, 2) if len(rows) <= MOST_COMPARED else ()
        comparisons = {f"{one} - {other}": compare(rows[one], rows[other], scoring) for one, other in pairs}
        print(to_json(summaries, comparisons, rows if options.rows else None))
        return 0
    for which in ("score", "exact"):
        table = score_table(summaries, which, with_published=not options.no_published)
        print(plain_text(table, WIDTH))
    print("\n".join(option_lines(scoring)))
    return 0


def _scoring_options(options: argparse.Namespace) -> ScoringOptions:
    names = ("missing", "bond_denominator", "command_error", "move_divisor", "absent_chain", "pocket_exact")
    values = {name: getattr(options, name) for name in names}
    with contextlib.suppress(ValueError):
        values["move_divisor"] = float(values["move_divisor"])
    try:
        converted = msgspec.convert(values, ScoringOptions)
    except msgspec.ValidationError:
        converted = None
    if converted is None or converted.move_divisor == math.inf:
        raise UserError("--move-divisor must be truth, larger, or a number of angstrom above 0.")
    return converted


@contextlib.contextmanager
def _catalogue(path: Path, *, wanted: bool) -> Iterator[Catalogue | None]:
    """Open the catalogue; one that is wanted and not there is made for the time being."""
    if path.is_file() and is_catalogue(path):
        with Catalogue(path) as catalogue:
            yield catalogue
    elif not wanted:
        yield None
    else:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "catalogue"
            import_sources([path], made)
            with Catalogue(made) as catalogue:
                yield catalogue


def _measured(
    folder: Path | None, catalogue: Catalogue, questions: Questions, rows: Mapping[str, Sequence[ScoredRow]]
) -> dict[str, Factors] | None:
    """Return what the complexes tell of the scored questions; None where no complexes are known."""
    members = catalogue.complexes()
    if folder is not None:
        members = {member.id: member for member in find_members(folder)}
    if not members:
        return None
    asked = {row.question for own in rows.values() for row in own if not row.is_missing}
    with watching() as watch:
        return measured_factors(catalogue, [questions.by_id[own] for own in sorted(asked)], members, watch)


def _predictions(places: Iterable[Path], questions: Questions, model: str | None) -> list[Prediction]:
    """Read all files; what became of each is told on stderr."""
    found = []
    for place in places:
        for file in prediction_files(place):
            predictions, report = read_predictions(file, questions, model=model)
            found += predictions
            for line in report.lines():
                print("".join(letter if letter.isprintable() else "?" for letter in line), file=sys.stderr)
    return found
