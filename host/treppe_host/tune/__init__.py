"""What sensors see, and what can be done about it: live or from recordings, in the terminal or on the page."""
