"""The explorer's state, without Qt: the cases of a data set, filters, tags and notes, and what comes next."""
