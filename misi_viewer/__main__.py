"""``python -m misi_viewer`` is ``misi-viewer``."""

from __future__ import annotations

import sys

from misi_viewer.cli import main

if __name__ == "__main__":
    sys.exit(main())
