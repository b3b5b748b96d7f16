"""Files of whatever origin, read in place: folders, archives, and tables of any usual shape."""
