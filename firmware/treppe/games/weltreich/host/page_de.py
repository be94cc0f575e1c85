"""What the page says of Weltreich alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Reiter, Bogenschützen und ein Feldherr auf dem Weg zum Thron."
OPTIONS = {
    "captures": "Schlagen",
}
CHOICES = {
    ("captures", "leap"): "auch über Figuren hinweg",
    ("captures", "clear"): "nur auf freiem Weg",
}
REASONS = {
    "commander": "der Feldherr ist geschlagen",
    "thrones": "die Throne sind besetzt",
    "crown": "die Krone ist gewonnen",
}
