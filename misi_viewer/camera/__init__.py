"""Poses, fitting, projection and commands."""
