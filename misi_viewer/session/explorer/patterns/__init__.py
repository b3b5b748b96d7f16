"""Patterns in the answers: charts as data, of whichever cases are listed, each element with the cases behind it."""
