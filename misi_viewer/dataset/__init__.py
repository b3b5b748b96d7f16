"""Data sets: making, reading and verifying questions and pictures at scale."""
