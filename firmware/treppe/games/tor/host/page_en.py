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
COACH = (
    "Be the first to bring all eight of your waiting pieces into play, through gates.",
    "Your pieces go straight over any distance, and over anything. Move the cylinder from a1 to l1.",
    (
        "Red's pieces stand at l10 and j12. Move to l12: a triangle in your column, a square in your row, a cylinder "
        "between them."
    ),
    "Three different shapes: a gate opens, the ring of this block. Put a new square onto k11. That is how you win.",
)
