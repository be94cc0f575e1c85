"""What the page says of Blockade alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Bringe den König über den fernen Rand; Wachen lenken ihn ab."
REASONS = {
    "exit": "der König ist draußen",
}
