"""The evented state of one window. Knows no Qt and keeps nothing at module level."""
