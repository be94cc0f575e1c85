"""A bench tool: finds tracks for a board whose parts have their places. `hardware/boards` keeps what it finds."""
