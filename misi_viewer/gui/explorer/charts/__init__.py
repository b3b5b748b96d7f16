"""Charts in the window: drawn with pyqtgraph, which is imported when the first one is seen."""
