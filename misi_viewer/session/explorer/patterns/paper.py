"""What the paper found about the failures of its fine-tuned model (spec benchmark.md section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["BONDS_EXACT", "ZOOM_ERROR"]

BONDS_EXACT: Final[Mapping[int, float]] = MappingProxyType({0: 89.52, 1: 64.72, 2: 28.70, 3: 20.51})
"""Exact match of residue-ligand interactions in percent by number of hydrogen bonds."""

ZOOM_ERROR: Final[Mapping[str, float]] = MappingProxyType(
    {
        "Qwen2.5-VL-7B SFT, mean": 72.5,
        "Qwen2.5-VL-7B SFT, lowest": 42.9,
        "Qwen2.5-VL-7B SFT, highest": 86.5,
    }
)
"""Error rate of zooming in percent: over all distances, and that of the easiest and of the hardest distance."""
