"""A bench tool: finds tracks for a board whose parts have their places. What it finds is kept in hardware/boards."""
