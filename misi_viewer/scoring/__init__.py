"""Scores: exact and weighted, their means beside the published ones, and what they depend on. Never draws."""
