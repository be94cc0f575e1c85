"""What 7 Steps' tiles and screens say, in German; see `treppe/games/host/printed.py`."""

BACK = "7 STEPS"
WORDS = {
    "!0": ("Scheiben weg", "Nimm ein oder zwei oberste Scheiben von einem Turm oder je eine von zweien"),
    "!1": ("Umsetzen", "Ein ganzer Turm auf ein leeres Feld seiner Farbe"),
    "!2": ("Start beliebig", "Die erste Scheibe auf ein beliebiges Feld ihrer Farbe"),
    "!3": ("Zwei hinauf", "Jede weitere Scheibe darf bis zu zwei Ebenen höher liegen"),
    "!4": ("Neue Hand", "Alle Scheiben zurück und ebenso viele ziehen"),
    "$0": ("Farben", "Sieben Scheiben gesetzt: 1 je Farbe"),
    "$1": ("Eine Farbe", "1 je Scheibe der häufigsten Farbe"),
    "$2": ("Geradeaus", "1 je Scheibe der längsten geraden Reihe"),
    "$3": ("Eine Ebene", "1 je Scheibe der häufigsten Ebene"),
    "$4": ("Aufwärts", "2 je Scheibe, die höher liegt als die davor"),
    "$5": ("Höchste", "Die höchste gesetzte Ebene"),
    "most": ("max. {} Scheiben", ""),
    "aids": ("Bauhilfen", "vor dem Setzen gespielt"),
    "victories": ("Siegpunkte", "nach dem Setzen gespielt"),
    "screen": ("Dein Zug", ""),
    "screen 1": ("Bauhilfe", "spielen, wenn du eine hast"),
    "screen 2": (
        "Setzen",
        "die erste Scheibe auf die niedrigsten Türme ihrer Farbe; weitere daneben, gleich hoch oder eins höher",
    ),
    "screen 3": ("Siegpunkte", "Plättchen spielen, wenn du eines hast"),
    "screen 4": ("Wertung", "jede Scheibe ihre Ebene; ein Turm aus sieben wird verteilt"),
    "screen 5": ("Bonus", "7 Punkte oder weniger: ein Plättchen ziehen"),
    "screen 6": ("Ziehen", "abwerfen, was du willst, dann auf sieben auffüllen"),
    "end": (
        "Das Ende",
        "wenn der Beutel keine Hand mehr füllt: Runde zu Ende spielen. Ein übriges Plättchen: 2 Punkte",
    ),
    "bag": ("Beutel für {} Scheiben", ""),
    "bag 1": ("Schneiden", "Zwei Stücke Stoff schneiden wie gezeichnet: dicht, dunkel, weich."),
    "bag 2": (
        "Nähen",
        "Rechts auf rechts an der gestrichelten Linie nähen: Seite, Boden, Seite. Die oberen {} mm einer Seite bleiben "
        "offen.",
    ),
    "bag 3": (
        "Tunnel",
        "Den oberen Rand zweimal bis zur gepunkteten Linie umschlagen und festnähen: ein Tunnel für die Kordel.",
    ),
    "bag 4": (
        "Kordel",
        "Beutel wenden, {} mm Kordel durchziehen, die Enden verknoten. Niemand darf durch den Stoff sehen.",
    ),
    "bag 5": ("Oder", "jeder Beutel, der so groß und nicht durchsichtig ist."),
}
