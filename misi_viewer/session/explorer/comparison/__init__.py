"""Truth against prediction, as data: what an answer gets right, by how much it misses, and what would be seen."""
