"""Draws the pictures of a planned data set in a bare loop: what generating is held against. A process of its own."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.gathering import Gathering
from misi_viewer.dataset.plan import WorkFolder
from misi_viewer.render.picture import encode_picture, picture_job, record
from misi_viewer.render.renderer import Job, Renderer
from misi_viewer.scene.shot import Shot
from misi_viewer.whole_files import write_whole


def main() -> None:
    """Draw, encode and write the pictures that a stopped data set still wants; print how long it took."""
    folder = Path(sys.argv[1])
    plan = WorkFolder(folder).plan()
    assert plan is not None
    gathering = Gathering(plan, folder)
    gathering.choose()
    units = list(gathering.to_draw(gathering.undrawn()))
    complexes = {unit.member: load_complex(plan.members[unit.member].spec) for unit in units}
    wanted = [(complexes[unit.member], Shot.from_json(bytes(item.shot))) for unit in units for item in unit.wanted]
    wanted.sort(key=lambda pair: (pair[0].id, pair[1].parts, str(pair[1].residue or ""), pair[1].ligand_commands))
    choices = plan.choices

    def jobs() -> Iterator[Job]:
        for complex_, shot in wanted:
            yield picture_job(complex_, shot, choices.style, choices.size)

    with Renderer() as renderer, tempfile.TemporaryDirectory() as output:
        list(renderer.draw_many(jobs() if len(wanted) < 5 else (next(jobs()) for _ in range(5))))
        begun, used = time.perf_counter(), time.process_time()
        for place, pixels in enumerate(renderer.draw_many(jobs())):
            complex_, shot = wanted[place]
            about = record(complex_, shot, choices.style, choices.size)
            write_whole(Path(output) / f"{place % 50}.png", encode_picture(pixels, about))
        taken, used = time.perf_counter() - begun, time.process_time() - used
    print(json.dumps({"pictures": len(wanted), "seconds": taken, "processor": used}))


if __name__ == "__main__":
    main()
