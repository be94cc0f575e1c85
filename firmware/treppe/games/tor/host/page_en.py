"""The page's own words about Das Tor in English; see `treppe_host/web/texts`."""

SUMMARY = "Open a gate between two enemies and bring in a new piece."
OPTIONS = {
    "crowd": "A gate must be cleared for two enemies",
    "partner_forbids": "A partner's two pieces forbid a new one",
}
CHOICES = {
    ("crowd", "all"): "of any colours",
    ("crowd", "one"): "of one colour",
}
REASONS = {
    "gates": "all pieces are in play",
}
