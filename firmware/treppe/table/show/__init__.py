"""What lamps, display and buzzer say."""
