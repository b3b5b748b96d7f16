"""Data sets: making, reading and verifying questions and pictures at scale."""

from misi_viewer.dataset.generate import Order, Progress, generate
from misi_viewer.dataset.manifest import Manifest

__all__ = ["Manifest", "Order", "Progress", "generate"]
