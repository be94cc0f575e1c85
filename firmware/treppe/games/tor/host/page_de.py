"""What the page says of Das Tor alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Ein Tor zwischen zwei Feinden bringt eine neue Figur herein."
REASONS = {
    "gates": "alle Figuren sind im Spiel",
}
