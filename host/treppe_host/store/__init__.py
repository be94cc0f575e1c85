"""The database: events, games, remarks, calibrations."""
