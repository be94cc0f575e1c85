"""The page's own words about Das Tor in English; see `treppe_host/web/texts`."""

SUMMARY = "Open a gate between two enemies and bring in a new piece."
OPTIONS = {
    "empty": "With two or three, this corner stays empty",
    "crowd": "A gate must be cleared for two enemies",
    "partner_forbids": "A partner's two pieces forbid a new one",
}
CHOICES = {
    ("empty", "se"): "SE",
    ("empty", "sw"): "SW",
    ("empty", "nw"): "NW",
    ("empty", "ne"): "NE",
    ("crowd", "all"): "of any colours",
    ("crowd", "one"): "of one colour",
}
REASONS = {
    "gates": "all pieces are in play",
}
