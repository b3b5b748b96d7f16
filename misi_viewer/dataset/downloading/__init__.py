"""Fetching published archives: asked for, resumed, and checked."""
