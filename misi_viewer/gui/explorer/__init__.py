"""The explorer in the window: data sets, cases, predictions."""
