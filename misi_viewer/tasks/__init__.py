"""The nine tasks as data files and named hooks: sample, decoys, prompt, answer, steps to play back.

Nothing is drawn here: questions depend on geometry, never on pixels.
"""

from misi_viewer.tasks.question import Question, Recipe, Skipped
from misi_viewer.tasks.registry import all_tasks, load_task
from misi_viewer.tasks.sampling import sample
from misi_viewer.tasks.task import Task

__all__ = ["Question", "Recipe", "Skipped", "Task", "all_tasks", "load_task", "sample"]
