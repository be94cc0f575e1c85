"""What Cubes' cards and discs say, in German; see `treppe/games/host/printed.py`."""

BACK = "CUBES"
WORDS = {
    "F1": ("Verschiebung", "einen weißen Stein um ein Feld nach vorn"),
    "B1": ("Verschiebung", "einen weißen Stein um ein Feld zurück"),
    "L1": ("Verschiebung", "einen weißen Stein um ein Feld nach links"),
    "R1": ("Verschiebung", "einen weißen Stein um ein Feld nach rechts"),
    "F2": ("Verschiebung um zwei", "einen weißen Stein um zwei Felder nach vorn"),
    "B2": ("Verschiebung um zwei", "einen weißen Stein um zwei Felder zurück"),
    "L2": ("Verschiebung um zwei", "einen weißen Stein um zwei Felder nach links"),
    "R2": ("Verschiebung um zwei", "einen weißen Stein um zwei Felder nach rechts"),
    "<": ("Abhängigkeitswechsel", "Jeder gibt seine Karte an seinen linken Nachbarn"),
    ">": ("Abhängigkeitswechsel", "Jeder gibt seine Karte an seinen rechten Nachbarn"),
    "*": ("Abhängigkeitswechsel", "Tausche die Karten zweier beliebiger Spieler"),
    "depends": ("Abhängigkeit", "Steine dieser Farbe zählen für dich, als wären sie weiß"),
    "overview": (
        "Dein Zug",
        "2 Aktionspunkte; 3, wenn deine aktiven Steine mindestens 10 ergeben. Für jeden eines davon:",
    ),
    "overview 1": ("Legen", "einen Stein, wo seine Zahl stimmt"),
    "overview 2": ("Aufnehmen", "einen Stein, aktiv oder nicht"),
    "overview 3": ("Karte spielen", "Stein verschieben oder Abhängigkeiten wechseln; eine nachziehen"),
    "overview 4": ("Tauschen", "beliebig viele deiner Karten"),
    "overview after": ("Nach jeder Aktion", "Steine wenden, die nun anders sind; wer hat fünf aktive?"),
    "example": ("Aktiv?", "Weiße Steine und die der Farbe, von der du abhängst, auf den acht Feldern ringsum: hier 4."),
    "point": ("", ""),
}
