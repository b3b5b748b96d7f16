"""A process of its own that writes notes, and prints each when it is kept."""

from __future__ import annotations

import sys
from pathlib import Path

from misi_viewer.dataset.side_file import SideFile


def main() -> None:
    path, author, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    side = SideFile(path, "0123456789abcdef", author)
    for number in range(count):
        side.set_note(f"docking/{author}/{number}", f"{number} " * 500)
        side.tag("docking/both/0", f"{author} {number}")
        print(number, flush=True)


if __name__ == "__main__":
    main()
