"""Where the eye is: poses, fitting, projection, commands and the six views. Knows numpy only."""
