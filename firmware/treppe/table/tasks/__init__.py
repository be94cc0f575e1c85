"""Tasks take the place of a game: calibration, check, self-test."""
