"""What the page says of Weltreich alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Reiter, Bogenschützen und ein Feldherr auf dem Weg zum Thron."
REASONS = {
    "commander": "der Feldherr ist geschlagen",
    "thrones": "die Throne sind besetzt",
    "crown": "die Krone ist gewonnen",
}
