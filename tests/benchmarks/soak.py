"""Draws thousands of pictures and watches memory: `python -m tests.benchmarks.soak [--pictures 5000]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from misi_viewer.chem.load import load_complex
from misi_viewer.render.picture import draw_pictures, encode_picture, record
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.style import Style
from tests.benchmarks.child import SIZE, peak_memory
from tests.benchmarks.scenes import DEMO, turning_shots

PAGE = 4096
ROUND = 100
MOST = 600.0
"""MiB of memory that no process may exceed."""

DRIFT = 15.0
"""MiB by which the second half of the run may rise above the first."""


def resident() -> float:
    """Return the memory held now, MiB (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=5000)
    rounds = parser.parse_args().pictures // ROUND
    folders = sorted(path for path in DEMO.iterdir() if path.is_dir())
    held = []
    with Renderer() as renderer:
        for number in range(rounds):
            complex_ = load_complex(folders[number % len(folders)])
            shots = list(turning_shots(ROUND))
            for shot, picture in zip(shots, draw_pictures(renderer, complex_, shots, Style(), SIZE), strict=True):
                encode_picture(picture, record(complex_, shot, Style(), SIZE))
            held.append(resident())
            print(
                f"{(number + 1) * ROUND:6} pictures  {held[-1]:6.0f} MiB now  {peak_memory():6.0f} MiB at most",
                flush=True,
            )
    half = len(held) // 2
    drift = max(held[half:]) - max(held[:half] or held)
    if peak_memory() > MOST or drift > DRIFT:
        raise SystemExit(f"memory is not flat: {peak_memory():.0f} MiB at most, {drift:+.0f} MiB in the second half")
    print(f"flat: {drift:+.1f} MiB in the second half")


if __name__ == "__main__":
    main()
