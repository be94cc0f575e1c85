"""Shows, records, tests and calibrates sensors, live or from recordings, for the terminal and the page."""
