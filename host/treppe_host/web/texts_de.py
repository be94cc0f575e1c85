"""Jedes Wort der Seite auf Deutsch; dieselben Namen wie in `texts_en`."""

LANGUAGE = "de"
OTHER_LANGUAGE = "English"

TITLES = {
    "step": "STEP BY STEP",
    "seven": "7 Steps",
    "blockade": "Blockade",
    "weltreich": "Weltreich",
    "sprung": "Schaff den Sprung",
    "aufstellen": "Aufstellen",
    "wetteifern": "Allein Wetteifern",
    "tor": "Das Tor",
    "cubes": "Cubes",
}
SUMMARIES = {
    "step": "Baue Treppen, die jeder benutzen darf, und sei zuerst auf dem Turm.",
    "seven": "Lege Farbe um Farbe einen Pfad aus Scheiben, der ansteigt.",
    "blockade": "Bringe deinen König über den fernen Rand; Wachen lenken ihn ab.",
    "weltreich": "Reiter, Bogenschützen und ein Feldherr auf dem Weg zum Thron.",
    "sprung": "Springe in der eigenen Reihe; ungerade Gesellschaft schenkt einen Sprung.",
    "aufstellen": "Vier deiner fünf Figuren in eine gerade Linie von Mitten.",
    "wetteifern": "Ein Spieler, vier Farben: springe, bis eine Figur übrig ist.",
    "tor": "Öffne ein Tor zwischen zwei Feinden und bringe eine Figur herein.",
    "cubes": "Steine, die wachen und schlafen, je nach Gesellschaft.",
}
SURFACES = {"square7": "Türme 7 × 7", "hex49": "Türme, 49 Sechsecke", "reed12": "Kontakte 12 × 12"}
PLAYERS = ("Blau", "Rot", "Gelb", "Grün")
OPTIONS = {
    "players": "Spieler",
    "size": "Brett",
    "bricks": "Steine im Vorrat",
    "edition": "Ausgabe",
    "teams": "Zwei Mannschaften",
    "shapes": "Formen zählen",
    "side": "Seite des Bretts",
    "tiles": "Bonusplättchen",
    "extra_round": "Zusatzrunde",
    "seed": "Austeilen mit Startzahl",
    "depends": "Hängt ab von",
}
CHOICES = {
    ("size", 5): "5 × 5",
    ("size", 7): "7 × 7",
    ("edition", "de"): "deutsch",
    ("edition", "fr"): "französisch",
    ("side", "plain"): "einfarbig",
    ("side", "mixed"): "gemischt",
}
PIECES = {
    "B": "Baustein",
    "O": "Kugel",
    "D": "Scheibe",
    "S": "Quadrat",
    "T": "Dreieck",
    "C": "Zylinder",
    "P": "Figur",
    "W": "weißer Stein",
    "N": "Stein",
    "U": "Stein oder Figur",
}
ROLES = {
    ".": "",
    "l": "darf angehoben werden",
    "g": "darf hierher",
    "b": "hier bauen",
    "x": "schlagen",
    "o": "kam von hier",
    "r": "wegnehmen",
    "p": "hierher stellen",
    "!": "falsch",
    "?": "unsicher",
    "t": "umdrehen",
    "w": "Gewinner",
    "0": "Blau darf anheben",
    "1": "Rot darf anheben",
    "2": "Gelb darf anheben",
    "3": "Grün darf anheben",
    "4": "Blau hierher stellen",
    "5": "Rot hierher stellen",
    "6": "Gelb hierher stellen",
    "7": "Grün hierher stellen",
}
REASONS = {
    "five": "fünf Steine, alle aktiv",
    "points": "die höchste Summe",
    "commander": "der Feldherr ist geschlagen",
    "thrones": "die Throne sind besetzt",
    "crown": "die Krone ist gewonnen",
    "home": "alle Figuren sind zu Hause",
    "top": "hat die Spitze des Turms erreicht",
    "bricks": "der letzte Stein ist verbaut",
    "last": "sonst kann niemand mehr ziehen",
    "deadlock": "niemand kann mehr ziehen",
    "line": "vier in einer Linie",
    "stuck": "kein Zug ist mehr möglich",
    "exit": "der König ist draußen",
    "gates": "alle Figuren sind im Spiel",
    "stopped": "aufgehört",
    "resign": "die andere Seite hat aufgegeben",
    "time": "die Zeit ist um",
    "agreed": "vereinbart",
}
PHASES = {
    "idle": "Noch kein Spiel",
    "setup": "Bitte aufbauen",
    "wrong": "Das passt nicht",
}
PAGE = {
    "new_game": "Neues Spiel",
    "board": "Brett",
    "beside": "Neben dem Brett",
    "supply": "Vorrat",
    "display": "Die Anzeige des Bretts",
    "keys": "Die Tasten des Bretts",
    "end": "End: in diesem Zug nichts mehr",
    "undo": "Undo: die letzte Aktion zurücknehmen",
    "menu": "Menu: die nächste Möglichkeit, halten für das Menü",
    "ok": "OK: bestätigen",
    "actions": "Aktionen",
    "actions_so_far": "Aktionen bisher",
    "rules": "Regeln",
    "games": "Partien",
    "boards": "Bretter",
    "play": "Spielen",
    "close": "Schließen",
    "simulation": "Simulation",
    "power": "Strom weg",
    "cable": "Kabel ziehen",
    "upset": "Brett umstoßen",
    "careless": "Nachlässige Hände",
}
GAME = "Spiel"
BEGIN = "Brett aufbauen"
AS_IN_THE_RULES = "wie in den Regeln"
CHOOSE = "Wähle eines aus."
TO_MOVE = "{} ist am Zug"
DRAW = "Unentschieden"
WINS = "{} gewinnt"
WIN = "{} gewinnen"
AND = " und "
POINTS = "Punkte {}"
SIMULATED = "Simuliertes Brett"
NAMES = "Namen der Spieler"
REAL = "Brett"
BOARD_AT = "Brett an {}"
HANDS_AT_BOARD = "Die Steine werden auf dem Brett gezogen."
LIFTED = "In der Luft: {}"
UNPLUGGED = "Das Brett ist abgezogen oder ausgeschaltet. Es spielt allein weiter und erzählt später, was war."
DISPLACED = "Ein anderes Programm spricht mit diesem Brett. Diese Seite wartet, bis es beendet ist."
STOPPED = "Das Brett ist stehen geblieben:"
NO_ANSWER = "Das Brett antwortet nicht"
POWER_OFF = "Der Strom ist weg. Was gespielt wurde, ist sicher."
CABLE_OFF = "Das Kabel ist gezogen: Das Brett spielt weiter und erzählt es später."
POWER_ON = "Einschalten"
CABLE_ON = "Kabel einstecken"
PUT_BACK = "Folge den Lichtern: Kreuz ist falsch, Pfeil hinab will eine Figur, Pfeil hinauf will sie weg."
HAND_EMPTY = "Klicke eine Figur an, um sie anzuheben, oder ziehe sie"
HAND_FULL = "In der Hand: {}. Klicke, wohin es geht."
GIVE_BACK = "Beiseite legen"
TURN_OVER = "Umdrehen"
TAKE = "{piece} nehmen, noch {count}"
HAPPENED = {"blocked": "{} ist blockiert", "eliminated": "{} scheidet aus", "collapse": "Der Turm auf {} fällt"}
COMMIT = "OK: {}"
NEXT_CHOICE = "Etwas anderes"
NO_MOVEMENT = "Ohne Figur:"
PIECE_OF = "{shape} von {player}"
NUMBERED = "Stein {number} von {player}, {side}"
SIDES = {"a": "aktiv", "i": "inaktiv"}
DISC = "Scheibe der Farbe {}"
BRICK = "1 Baustein"
BRICKS = "{} Bausteine"
EMPTY = "leer"
DEPENDS = "hängt ab von {}"
CARDS = "Karten von {}: {}"
POINTS_LEFT = "Aktionspunkte: {}"
RULES_NOTE = "Die ausführlichen Regeln gibt es bisher nur auf Englisch."
NO_RULES = "Die Regeln sind nicht installiert."
GAMES = {
    "title": "Partien",
    "number": "Nr.",
    "game": "Spiel",
    "players": "Spieler",
    "when": "Begonnen",
    "result": "Ergebnis",
    "actions": "Aktionen",
    "any": "alle",
    "player": "Spieler",
    "filter": "Zeigen",
    "none": "Hier gibt es keine Partien.",
    "running": "Läuft noch",
    "draw": "unentschieden",
    "won": "{} hat gewonnen",
    "replay": "Nachspielen",
    "start": "Anfangsstellung",
    "rename": "Namen der Spieler",
    "save": "Speichern",
    "export": "Als Datei sichern:",
    "broken": "Hier bricht die Aufzeichnung: {}",
    "thinking": "Bedenkzeit (Sekunden)",
    "score": "Punkte",
    "comment": "Bemerkung zu dieser Aktion",
    "place": "nach {} von {}",
    "taken_back": "nimmt {} zurück",
    "back": "Alle Partien",
    "back_one": "Eine Aktion zurück",
    "on_one": "Eine Aktion weiter",
}
