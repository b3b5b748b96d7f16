"""Draws pictures and says how fast, in a process of its own."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

import numpy as np

from misi_viewer.render.picture import draw_pictures, encode_picture, picture_job, record
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.build import build
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.whole_files import write_whole
from tests.benchmarks.scenes import complex_of, count, turning_shots

SIZE = (1024, 768)
WARM_UP = 5
STYLE = Style()


def peak_memory() -> float:
    """Return the most memory this process held, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def run(atoms: int, supersample: int, quality: str, pictures: int, folder: str) -> dict[str, float]:
    """Draw pictures, write them, and return how many there were a second."""
    complex_ = complex_of(atoms)
    settings = {"supersample": supersample, "quality": quality}
    with Renderer() as renderer:

        def draw(shots: list[Shot]) -> None:
            for place, picture in enumerate(draw_pictures(renderer, complex_, shots, STYLE, SIZE)):
                about = record(complex_, shots[place], STYLE, SIZE)
                write_whole(Path(folder) / f"{place % 50}.png", encode_picture(picture, about))

        draw(list(turning_shots(WARM_UP, **settings)))
        wait_for_the_others()
        start = time.perf_counter()
        draw(list(turning_shots(pictures, **settings)))
        taken = time.perf_counter() - start
    return {"atoms": count(complex_), "rate": pictures / taken, "seconds": taken, "memory": peak_memory()}


def wait_for_the_others() -> None:
    """Say that this process is ready, and start when told to."""
    print("ready", flush=True)
    sys.stdin.readline()


def stages(atoms: int, supersample: int, quality: str, pictures: int, folder: str) -> dict[str, float]:
    """Return the median milliseconds of each stage, one after the other."""
    complex_ = complex_of(atoms)
    names = ("build", "label", "upload", "draw", "read", "shrink", "encode", "write")
    times: dict[str, list[float]] = {name: [] for name in names}
    with Renderer() as renderer:
        drawing, canvas, window = renderer._drawing, renderer._canvas, renderer._window
        labels = drawing._set_labels
        drawing._set_labels = lambda *given: timed("label", labels, *given)

        def timed(name: str, work, *given):
            start = time.perf_counter()
            result = work(*given)
            times[name].append(1000.0 * (time.perf_counter() - start))
            return result

        for shot in turning_shots(pictures + WARM_UP, supersample=supersample, quality=quality):
            scene = timed("build", build, complex_, shot, STYLE)
            timed("upload", renderer.set_scene, scene, STYLE)
            job = picture_job(complex_, shot, STYLE, SIZE)

            def draw(job=job):
                pending = canvas.begin(job.view, SIZE, supersample, quality, False)
                window.MakeCurrent()
                window.WaitForCompletion()
                return pending

            pending = timed("draw", draw)
            timed("read", pending.read)
            picture = timed("shrink", pending.picture)
            data = timed("encode", encode_picture, picture, record(complex_, shot, STYLE, SIZE))
            timed("write", write_whole, Path(folder) / "stage.png", data)
    result = {name: float(np.median(values[WARM_UP:])) for name, values in times.items()}
    result["upload"] -= result["label"]
    return result


def growth(atoms: int, supersample: int, quality: str, pictures: int, folder: str) -> dict[str, float]:
    """Return the seconds of one picture of a complex: of the first, and of another view of it."""
    del folder
    complex_ = complex_of(atoms)
    with Renderer() as renderer:
        start = time.perf_counter()
        times = []
        for shot in turning_shots(pictures + 1, supersample=supersample, quality=quality):
            job = picture_job(complex_, shot, STYLE, SIZE)
            renderer.set_scene(job.scene, job.style)
            renderer.draw(job.view, SIZE, supersample, job.quality)
            times.append(time.perf_counter() - start)
            start = time.perf_counter()
    return {"atoms": count(complex_), "first": times[0], "next": float(np.median(times[1:])), "memory": peak_memory()}


def main() -> None:
    """Do what the JSON on the command line asks for."""
    asked = json.loads(sys.argv[1])
    work = {"run": run, "stages": stages, "growth": growth}[asked.pop("work")]
    print(json.dumps(work(**asked)))


if __name__ == "__main__":
    main()
