"""The nine tasks as data files and named hooks: sample, decoys, prompt, answer, steps to play back.

Nothing is drawn here: questions depend on geometry, never on pixels.
"""
