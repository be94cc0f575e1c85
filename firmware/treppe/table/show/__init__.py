"""Output of the table: lamps, display and buzzer."""
