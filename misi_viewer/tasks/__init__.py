"""The benchmark's tasks as data and hooks: sample, ask, answer. Never draws."""
