"""Hugging Face: Parquet with embedded pictures, for ``datasets.load_dataset`` (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from misi_viewer.dataset.files import make_folder, whole_file
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers.content import Content, Format, flat
from misi_viewer.errors import UserError

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise UserError(
        "The format hf needs pyarrow, which is not installed; install it with 'pip install misi-viewer[hf]'."
    ) from None

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["FORMAT"]

DATA = "data"

GROUP_BYTES = 64 * 2**20
"""Bytes of pictures in a row group: what is held in memory at once."""

FILE_BYTES = 500 * 2**20
"""Bytes of pictures in a file, about."""

_TEXT = {"dtype": "string", "_type": "Value"}
_FEATURES: dict[str, Any] = {
    **dict.fromkeys(("id", "task", "split", "complex", "prompt"), _TEXT),
    "images": [{"_type": "Image"}],
    "options": [_TEXT],
    **dict.fromkeys(("answer", "recipe", "versions"), _TEXT),
}


def _schema() -> Any:
    picture = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    kinds = {"images": pa.list_(picture), "options": pa.list_(pa.string())}
    fields = [(name, kinds.get(name, pa.string())) for name in _FEATURES]
    about = msgspec.json.encode({"info": {"features": _FEATURES}})
    return pa.schema(fields).with_metadata({b"huggingface": about})


def _item(content: Content, row: Row) -> dict[str, Any]:
    return {**flat(row), "images": [{"bytes": content.picture(name), "path": name} for name in row.images]}


def _size(item: dict[str, Any]) -> int:
    return sum(len(picture["bytes"]) for picture in item["images"])


class _Groups:
    """Row groups of a task's questions, with a look at the next one."""

    def __init__(self, content: Content, task: str) -> None:
        self._items = (_item(content, row) for row in content.rows(task))
        self.more = True

    def of_one_file(self) -> Iterator[list[dict[str, Any]]]:
        """Yield groups until the file is large enough or the questions end; the first may be empty."""
        written = 0
        while self.more and written < FILE_BYTES:
            group, size = self._group()
            written += size
            yield group

    def _group(self) -> tuple[list[dict[str, Any]], int]:
        group: list[dict[str, Any]] = []
        size = 0
        for item in self._items:
            group.append(item)
            size += _size(item)
            if size >= GROUP_BYTES:
                return group, size
        self.more = False
        return group, size


def _write_file(stream: BinaryIO, groups: Iterator[list[dict[str, Any]]]) -> None:
    schema = _schema()
    with pq.ParquetWriter(stream, schema, compression="zstd") as writer:
        for group in groups:
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _write(content: Content) -> list[str]:
    make_folder(content.folder / DATA)
    names = []
    for task in content.tasks:
        groups = _Groups(content, task)
        number = 0
        while groups.more:
            names.append(f"{DATA}/{task}-{content.split}-{number:05d}.parquet")
            with whole_file(content.folder / names[-1]) as stream:
                _write_file(stream, groups.of_one_file())
            number += 1
    return names


def _front_matter(content: Content) -> str:
    lines = ["configs:"]
    for task in content.tasks:
        lines += [
            f"- config_name: {task}",
            "  data_files:",
            f"  - split: {content.split}",
            f"    path: {DATA}/{task}-{content.split}-*.parquet",
        ]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    _write,
    'In Python, `datasets.load_dataset("PATH OF THIS FOLDER", "<task>")`; the pictures are in the column images.',
    embeds=True,
    front_matter=_front_matter,
)
