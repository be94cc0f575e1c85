"""What a self-test finds of a part. Loaded with it."""

GOOD, LOOK, BROKEN = "good", "look", "broken"
