"""What models and people answered: read from the files of other programs, matched with questions, parsed."""

from misi_viewer.dataset.predictions.match_report import MatchReport
from misi_viewer.dataset.predictions.prediction import Prediction
from misi_viewer.dataset.predictions.questions import Known, Questions
from misi_viewer.dataset.predictions.reading import read_predictions

__all__ = ["Known", "MatchReport", "Prediction", "Questions", "read_predictions"]
