"""What the page says of Das Tor alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Ein Tor zwischen zwei Feinden bringt eine neue Figur herein."
OPTIONS = {
    "crowd": "Ein Tor ist zu räumen vor zwei Gegnern",
    "partner_forbids": "Zwei Figuren des Partners verbieten eine neue",
}
CHOICES = {
    ("crowd", "all"): "beliebiger Farben",
    ("crowd", "one"): "einer Farbe",
}
REASONS = {
    "gates": "alle Figuren sind im Spiel",
}
