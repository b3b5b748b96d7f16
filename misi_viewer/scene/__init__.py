"""Complex, shot and style to plain arrays. Nothing is drawn here."""
