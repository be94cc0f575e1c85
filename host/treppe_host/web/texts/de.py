"""Jedes Wort der Seite auf Deutsch; dieselben Namen wie in `en`."""

LANGUAGE = "de"
OTHER_LANGUAGE = "English"

SURFACES = {
    "start4": "Einstieg 4 × 4",
    "square7": "Türme 7 × 7",
    "hex49": "Türme, 49 Sechsecke",
    "reed12": "Kontakte 12 × 12",
}
PLAYERS = ("Blau", "Rot", "Gelb", "Grün")
OPTIONS = {
    "players": "Spieler",
    "teams": "Zwei Mannschaften",
    "seed": "Austeilen mit Startzahl",
}
READINGS = "Andere Lesarten der Regeln"
CLOCK_MINUTES = "Uhr: Minuten für jeden"
CLOCK_INCREMENT = "Uhr: Sekunden dazu je Zug"
BY_LOT = "Das Los entscheidet, wer die erste Farbe spielt"
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
    "y": "der Weg hinaus",
    "m": "letzter Zug",
    "k": "kann nicht ziehen",
}
REASONS = {
    "deadlock": "niemand kann mehr ziehen",
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
    "view": "Wie man auf die Türme schaut",
    "view_plan": "Von oben",
    "view_isometric": "Von der Seite",
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
    "tune": "Sensoren",
    "doctor": "Diagnose",
    "games": "Partien",
    "settings": "Brett einstellen",
    "boards": "Bretter",
    "gone_boards": "Nicht verbunden",
    "play": "Spielen",
    "close": "Schließen",
    "simulation": "Simulation",
    "power": "Strom weg",
    "cable": "Kabel ziehen",
    "upset": "Brett umstoßen",
    "careless": "Nachlässige Hände",
    "break_part": "In der Mitte kaputt",
}
FAULTS = {
    "choose": "Teil wählen",
    "whole": "alles heil machen",
    "stuck reed": "Reed klemmt geschlossen",
    "dead reed": "Reed schließt nie",
    "chattering reed": "Reed flattert",
    "broken chain": "Reedkette ab Kachel 4",
    "open hall": "Hall-Ausgang offen",
    "shorted hall": "Hall-Ausgang kurzgeschlossen",
    "lost magnet": "Magnet verloren",
    "jammed platform": "Teller klemmt",
    "reference gone": "Referenz von Multiplexer 1",
    "noisy converter": "Wandler rauscht",
    "dead lamp": "Lampen dunkel ab dort",
    "sag": "Spannung bricht ein",
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
POINTS = "Punkte: {}"
SIMULATED = "Simuliertes Brett"
NAMES = "Namen der Spieler"
REAL = "Brett"
BOARD_AT = "Brett an {}"
HANDS_AT_BOARD = "Die Steine werden auf dem Brett gezogen."
LIFTED = "In der Luft: {}."
TAKE_CAPTURED = "Rosa Lichter blinken, wo geschlagen werden kann: Nimm das vom Brett, vorher oder nachher."
GAP = "Ereignisse fehlen: die Aufzeichnung dieser Partie bricht ab."
UNPLUGGED = "Das Brett ist abgezogen oder ausgeschaltet. Es spielt allein weiter und erzählt später, was war."
DISPLACED = "Ein anderes Programm spricht mit diesem Brett. Diese Seite wartet, bis es beendet ist."
STOPPED = "Das Brett ist stehen geblieben:"
NO_ANSWER = "Das Brett antwortet nicht"
POWER_OFF = "Der Strom ist weg. Was gespielt wurde, ist sicher."
CABLE_OFF = "Das Kabel ist gezogen: Das Brett spielt weiter und erzählt es später."
POWER_ON = "Einschalten"
CABLE_ON = "Kabel einstecken"
MENU_OPEN = "Das Menü ist offen: MENU geht weiter, OK wählt, UNDO zurück, END schließt es."
PUT_BACK = "Folge den Lichtern: Kreuz ist falsch, Pfeil hinab will eine Figur, Pfeil hinauf will sie weg."
HAND_EMPTY = "Klicke eine Figur an, um sie anzuheben, oder ziehe sie"
HAND_DUE = "Klicke hier eine markierte Figur an, dann ihr Ziel"
HAND_REMOVES = "Klicke an, was nach dem Pfeil vom Brett soll, und lege es beiseite"
IN_HAND = "In der Hand: {}."
HAND_PUTS = "Klicke, wohin es geht."
HAND_TAKES = "Klicke, wohin es geht; was in einem rosa Rahmen steht, wird geschlagen und beiseite gelegt."
HAND_JUMPS = "Klicke, wohin es geht; was in den rosa Rahmen geschlagen wird, kommt danach vom Brett."
HAND_LAYS_ASIDE = "Lege es beiseite."
CARELESS_WAYS = {
    "beside": "Es wurde neben die Mitte des Feldes gestellt.",
    "abrupt": "Es wurde aufgedrückt und plötzlich losgelassen.",
    "rest": "Die Hand ruht kurz darauf.",
}
STONES_TO_TURN = "{} umdrehen (OK, wenn es richtig liegt)"
GIVE_BACK = "Beiseite legen"
TURN_OVER = "Umdrehen"
TAKE = "{piece} nehmen, noch {count}"
HAPPENED = {
    "blocked": "{} ist blockiert",
    "eliminated": "{} scheidet aus",
    "converted": "Die Figuren von {} gehören {}",
    "collapse": "Der Turm auf {} fällt",
    "active": "Der Stein auf {} ist aktiv",
    "inactive": "Der Stein auf {} ist inaktiv",
    "removed": "{} ist geschlagen",
}
COMMIT = "OK: {}"
NEXT_CHOICE = "Etwas anderes"
NO_MOVEMENT = "Ohne Figur:"
PIECE_OF = "{shape} von {player}"
NUMBERED = "Stein {number} von {player}, {side}"
SIDES = {"a": "aktiv", "i": "inaktiv"}
DISC = "{} Scheibe {pips}"
DISCS = ("blaue", "rote", "gelbe", "grüne", "türkise", "violette", "graue")
BRICK = "1 Baustein"
BRICKS = "{} Bausteine"
EMPTY = "leer"
RULES_NOTE = "Die ausführlichen Regeln gibt es bisher nur auf Englisch."
NO_RULES = "Die Regeln sind nicht installiert."
SETTINGS = {"hints": "Hinweise für {}", "brightness": "Helligkeit", "sound": "Ton", "language": "Anzeige auf"}
SPEAK = "Anzeige auf Deutsch"
NOT_FOUND = {"title": "Hier ist nichts", "text": "Unter {} gibt es keine Seite.", "board": "Zum Brett"}
GAMES = {
    "title": "Partien",
    "number": "Nr.",
    "game": "Spiel",
    "players": "Spieler",
    "when": "Begonnen",
    "result": "Ergebnis",
    "since": "Von",
    "until": "Bis",
    "event": "Veranstaltung",
    "actions": "Aktionen",
    "any": "alle",
    "player": "Spieler",
    "filter": "Partien zeigen",
    "none": "Hier gibt es keine Partien.",
    "running": "Nicht zu Ende",
    "incomplete": "bricht ab",
    "breaks_off": "Bricht ab: {} Ereignisse fehlen",
    "by_lot": "per Los",
    "go_on": "Weiterspielen",
    "draw": "unentschieden",
    "won": "{} hat gewonnen",
    "replay": "Nachspielen",
    "start": "Anfangsstellung",
    "rename": "Spieler und Veranstaltung",
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
    "deleted": "gelöschte Partien",
    "statistics": "Statistik",
    "undo_delete": "Rückgängig",
    "is_deleted": "Partie {} ist gelöscht.",
    "import": "Partien aus einer Datei aufnehmen:",
    "too_big": "Bitte eine Datei von höchstens 20 MB.",
    "no_text": "das ist kein Text",
    "imported": "{} Partien aufgenommen, {} waren schon da.",
    "delete": "Löschen",
    "delete_question": "Diese Partie löschen? Sie verschwindet aus Listen und Statistik und kann zurückgeholt werden.",
}
TUNE = {
    "title": "Sensoren",
    "view": "Auf dem Brett zeigen",
    "views": {
        "reading": "Gewicht",
        "noise": "Rauschen",
        "drift": "Drift",
        "crosstalk": "Übersprechen",
        "difference": "Vergleich",
    },
    "reed_views": {"reading": "Steine", "noise": "Flackern", "crosstalk": "Übersprechen"},
    "states": {
        "quiet": "ruhig",
        "touched": "berührt",
        "lifted": "gehoben",
        "settling": "beruhigt sich",
        "unsure": "unsicher",
        "faulty": "gestört",
    },
    "legend": "Groß: was dort steht. Oben rechts: Rauschen in Codes. Balken: Sicherheit. Ein Feld wählen für mehr.",
    "reed_legend": "Ein Punkt: geschlossen. Balken: Sicherheit; Zahl: wie oft es flackert. Ein Feld wählen für mehr.",
    "closer": "Genauer hingesehen",
    "closer_hint": "Bis zu drei Felder auf dem Brett wählen.",
    "time": "Über die Zeit",
    "histogram": "Wie oft welcher Messwert",
    "window": "Gezeigte Zeit",
    "seconds": "{} s",
    "low": "berührt",
    "high": "berührt",
    "lift": "gehoben",
    "field": "Feld",
    "reading": "Messwert",
    "code": "Code",
    "noise": "Rauschen",
    "confidence": "Sicherheit",
    "doing": "Zustand",
    "changes": "Wechsel",
    "unsure": "Unsicher",
    "moves_with": "Bewegt sich mit, wenn {} sich ändert:",
    "nothing_moves": "Nur {} ändern, um zu sehen, welche Felder mitgehen.",
    "awaits_rest": "Warten auf Ruhe; dann nur {} ändern, um zu sehen, welche Felder mitgehen.",
    "several_changed": "Mehrere Felder haben sich zugleich geändert. Nur {} ändern, um zu sehen, welche mitgehen.",
    "settings": "Einstellungen",
    "names": {
        "reed_lift_scans": "Ein Stein ist weg nach",
        "reed_place_scans": "Ein Stein ist da nach",
        "cell_sure_percent": "Sicher bis",
        "cell_touch_cg": "Berührt ab",
        "cell_lift_cg": "Gehoben ab",
        "cell_automatic": "Drift von selbst folgen",
    },
    "helps": {
        "reed_lift_scans": "kurz ist schnell, lang verträgt schlechten Kontakt",
        "reed_place_scans": "kurz ist schnell, lang verträgt Prellen und Schieben",
        "cell_sure_percent": "eines halben Schritts; weniger fragt öfter und irrt seltener",
        "cell_touch_cg": "weniger zeigt Hände früher, mehr verträgt Rauschen",
        "cell_lift_cg": "weniger zeigt Heben früher, mehr verträgt Hände, die drücken",
        "cell_automatic": "aus: nichts wird gelernt, beladene Felder werden nach dem Einschalten erfragt",
    },
    "keep": "Auf dem Brett behalten",
    "as_kept": "Wie behalten",
    "defaults": "Wie geliefert",
    "effect": "Was die letzten {} s gewesen wären",
    "effect_recording": "Was die {} s der Aufzeichnung gewesen wären",
    "replaying": "Das ist die Aufzeichnung {}, nicht das Brett. Einstellungen wirken nur auf sie.",
    "live": "Zurück zum Brett",
    "load_recording": "Eine Aufzeichnung ansehen",
    "effect_kept": "wie behalten",
    "effect_now": "wie eingestellt",
    "effect_changes": "Wechsel",
    "effect_flickers": "davon gleich zurückgenommen",
    "effect_unsure": "Felder unsicher (s)",
    "effect_delay": "Vom ersten Zeichen zur Entscheidung (ms)",
    "calibration": "Kalibrierung und Prüfung",
    "which": "Nummer {serial}, Federn aus {material}.",
    "none": "Diese Zellen haben noch keine eigene Kalibrierung.",
    "materials": {"steel": "Stahl", "fr4": "Platine (FR4)", "petg": "PETG"},
    "whole": "Das Brett kalibrieren",
    "check": "Schnelle Prüfung",
    "reed_check": "Alle Reeds prüfen",
    "reed_needs": "Reeds brauchen keine Kalibrierung. Ein Magnet geht über jedes Licht: welches schließt nie?",
    "one": "Nur {}",
    "springs": "Federn aus",
    "checked": "Geprüft: {count} von {most} Feldern, {off} um mehr als 1,5 g falsch: {worst}",
    "checked_reeds": "Geprüft: {done} von {most} Reeds haben geschlossen. Nie geschlossen: {missing}",
    "needs": "67-mal setzen, siebeneinhalb Minuten. Dazu vierzehn Scheiben oder Klötze; zuerst das Brett leeren.",
    "task": "Auf dem Brett",
    "answers": {
        "resume": {"OK": "Weiter", "END": "Von vorn"},
        "stop": {"OK": "Aufhören", "END": "Weiter"},
        "lose": {"OK": "Aufhören", "END": "Weiter"},
    },
    "task_ok": "OK: sichern",
    "task_enough": "Genug",
    "task_leave_out": "Die toten weglassen",
    "task_undo": "Letztes nochmal",
    "task_end": "Aufgeben",
    "files": "Sichern als",
    "load": "Aus einer Datei laden",
    "compare": "Vergleichen mit",
    "compare_file": "einer Datei ...",
    "compare_nothing": "nichts",
    "earlier": "der vom {}",
    "compared": "Mit der anderen läsen {count} von {all} Feldern über 1,5 g daneben, am meisten {name}: {off:+.1f} g.",
    "recording": "Aufnahme",
    "record": "Alle Messwerte aufnehmen",
    "stop": "Anhalten",
    "recorded": "{} Bilder geschrieben",
    "save_recording": "Aufnahme sichern",
    "report": "Bericht über Rauschen und Drift",
    "away": "Das Brett antwortet nicht.",
    "waiting": "Warten auf die ersten Messwerte ...",
    "link": "{rate} Bilder je Sekunde, {lost} verloren. {figures}",
    "link_figures": "Verbindung: {lines} Zeilen, {bad} falsche Prüfsummen, {repeats} nochmal, {trip} hin und zurück",
    "no_trip": "noch nicht gemessen",
    "refused": "Nicht getan: {}",
    "loaded": "Das Brett hat jetzt die Kalibrierung aus {}.",
    "kept": "Behalten.",
    "play": "Zurück zum Spiel",
}
DOCTOR = {
    "title": "Diagnose",
    "headline_good": "Alles ist gut",
    "headline_look": "Es geht; {} anzusehen",
    "headline_broken": "{} gestört",
    "looking": "Wird angesehen ...",
    "again": "Noch einmal",
    "everything": "Alles",
    "stage": "Stufe",
    "stages": {
        1: "Versorgung",
        2: "Steuerung",
        3: "Lampen",
        4: "Oberfläche",
        5: "Reed-Kette",
        6: "Reeds",
        7: "Referenzen",
        8: "eine Zelle",
        9: "alle Zellen",
        10: "Kalibrierung",
        11: "erstes Spiel",
    },
    "other_surface": "Diese Stufe gehört zur anderen Art von Oberfläche.",
    "verdicts": {"good": "gut", "look at this": "ansehen", "broken": "gestört"},
    "no_board": "Das Brett antwortet nicht.",
    "no_board_advice": "Ist es angesteckt? Im Terminal sieht treppe doctor auch ein stummes Brett an.",
    "play": "Zurück zum Spiel",
    "sensors": "Sensoren",
    "link_small": "{lines} Zeilen, {bad} falsch, {repeats} nochmal, {trip}",
}
DOCTOR_PHRASES = {
    "firmware": "Firmware",
    "memory": "Arbeitsspeicher",
    "flash": "Flash-Speicher",
    "lamps": "Lampen",
    "start": "Start",
    "sensors": "Sensoren",
    "empty cells": "leere Zellen",
    "noise": "Rauschen",
    "one cell": "eine Zelle",
    "link": "Verbindung",
    "pace": "Takt",
    "supply": "Versorgung",
    "supply 3V3A": "Versorgung 3V3A",
    "sensor supply": "Versorgung der Sensoren",
    "references": "Referenzen",
    "the divider of this multiplexer: its resistors and joints": "sein Spannungsteiler",
    "surface": "Oberfläche",
    "surface memory": "Speicher der Oberfläche",
    "select lines": "Auswahlleitungen",
    "multiplexers": "Multiplexer",
    "thermistor": "Thermistor",
    "converter": "Wandler",
    "calibration": "Kalibrierung",
    "display": "Anzeige",
    "fields": "Felder",
    "reed chain": "Reed-Kette",
    "reeds": "Reeds",
    "firmware {firmware}, MicroPython {python}": "Firmware {firmware}, MicroPython {python}",
    "{free} kB free": "{free} kB frei",
    "the last one passes on what it gets": "die letzte gibt weiter, was sie bekommt",
    "the build guide has a table of faults": "die Bauanleitung hat eine Tabelle der Fehler",
    "the first dark lamp, or the one before it: its joints; else the return line to GP1": (
        "die erste dunkle Lampe, oder die davor: ihre Lötstellen; sonst die Rückleitung zu GP1"
    ),
    "weights, friction, creep and damping": "Gewichte, Reibung, Kriechen und Dämpfung",
    "not 2620 +-60: {fields}": "nicht 2620 ±60: {fields}",
    "all read 2620 +-60": "alle lesen 2620 ±60",
    "up to {codes} codes, on {field}": "bis {codes} Codes, auf {field}",
    "{lines} lines, {bad} with a bad checksum, {resends} sent again; there and back {min} / {median} / {max} ms": (
        "{lines} Zeilen, {bad} mit falscher Prüfsumme, {resends} noch einmal gesendet; hin und zurück "
        "{min} / {median} / {max} ms"
    ),
    "slowest frame since the last look: {ms} ms": "langsamster Durchlauf seit dem letzten Blick: {ms} ms",
    "this program is of another version: treppe flash": "dieses Programm hat eine andere Version: treppe flash",
    "tell the developers which game this was": "den Entwicklern sagen, welches Spiel das war",
    "treppe log fetches games, then old ones make room": "treppe log holt Spiele ab, dann machen alte Platz",
    "see docs/pico.md, or tell the developers": "siehe docs/pico.md, oder den Entwicklern sagen",
    "the board goes on without; see the build guide for this part": "das Brett macht ohne weiter; siehe Bauanleitung",
    "nothing may stand there; then turn the screw of this cell, or see what its Hall sensor reads": (
        "dort darf nichts stehen; dann die Schraube der Zelle drehen, oder sehen, was ihr Hallsensor liest"
    ),
    "ground of J3, 100 nF at this sensor; nobody may touch the board meanwhile": (
        "Masse von J3, 100 nF an diesem Sensor; dabei darf niemand das Brett berühren"
    ),
    "treppe tune --cell measures them": "treppe tune --cell misst sie",
    "another cable, no hub": "ein anderes Kabel, kein Hub",
    "no game takes so long to begin: tell the developers what was played": (
        "kein Spiel braucht so lang zum Beginnen: den Entwicklern sagen, was gespielt wurde"
    ),
    "the ribbon before this tile, 3V3 on it, its first chip": "Flachband vor dieser Kachel, 3V3, ihr erster Chip",
    "clock, load line and plugs, from the first tile on": "Takt, Ladeleitung und Stecker, von der ersten Kachel an",
    "joints and parts of this field; the build guide has a table": (
        "Lötstellen und Teile dieses Felds; die Bauanleitung hat eine Tabelle"
    ),
    "select and enable lines and VREF of this chip": "Auswahl- und Freigabeleitungen und VREF dieses Chips",
    "solder at GP6 to GP9, and the plug of the surface": "Lötstellen an GP6 bis GP9, und der Stecker der Oberfläche",
    "its regulator U5, and the plug": "ihr Regler U5, und der Stecker",
    "another cable or supply; lamps are what needs most": "ein anderes Kabel oder Netzteil; Lampen brauchen am meisten",
    "its two joints": "seine zwei Lötstellen",
    "ground of J3, 100 nF at the sensors; dim the lamps": "Masse von J3, 100 nF an den Sensoren; Lampen dimmen",
    "the 24C32 and its address pins: it holds the calibration": "der 24C32 und seine Adressen",
    "its plug, and the divider that sets the voltage on GP28": "ihr Stecker, und der Teiler für die Spannung an GP28",
    "it goes without; else SDA, SCL and 3V3 of the display": "es geht ohne; sonst SDA, SCL und 3V3 der Anzeige",
    "treppe tune --check leads a magnet over every reed": "treppe tune --check führt einen Magneten über jedes Reed",
    "all four read their references": "alle vier lesen ihre Referenzen",
    "goes off and on": "geht aus und an",
    "the transistor at GP19: gate, source, and what it feeds": "der Transistor an GP19 und was er speist",
    "none joined to another": "keine mit einer anderen verbunden",
    "quiet": "ruhig",
    "#C# at #x#": "#C# auf #x#",
    "SSD# at #x#C": "SSD# auf #x#C",
    # Where the board tells a number, # stands for it.
    "all # read what cells can": "alle # lesen, was Zellen können",
    "all # chips answer": "alle # Chips antworten",
    "half of it reads #": "die Hälfte davon liest #",
    "reads #": "liest #",
    "number #, springs of steel": "Nummer #, Federn aus Stahl",
    "number #, springs of fr#": "Nummer #, Federn aus FR#",
    "number #, springs of petg": "Nummer #, Federn aus PETG",
    "# mV from the # V supply": "# mV vom #-V-Netzteil",
    "# mV from USB": "# mV von USB",
    "# closed, none of these chatters": "# geschlossen, keines davon prellt",
    "none is stuck closed": "keines bleibt geschlossen",
    "the open ones were not tried": "die offenen sind nicht geprüft",
    "there is none: weights are rough; calibrate": "es gibt keine: Gewichte sind grob; kalibrieren",
    # Faults of parts: what stands between ";" or ":" is looked up by itself, and # stands for a field as well.
    "field #": "Feld #",
    "multiplexer M#": "Multiplexer M#",
    "tile # of the reed chain": "Kachel # der Reed-Kette",
    "Hall output open": "Ausgang des Hallsensors offen",
    "Hall output shorted to the supply": "Ausgang des Hallsensors liegt an der Versorgung",
    "its value is asked for, all other fields work": "was dort steht, wird erfragt, alle anderen Felder gehen",
    "its value is asked for, all others work": "was dort steht, wird erfragt, alle anderen gehen",
    "overloaded or jammed": "überlastet oder verklemmt",
    "lift what lies there": "abheben, was dort liegt",
    "all other fields work": "alle anderen Felder gehen",
    "the empty platform reads +# codes off its calibration": "leer liest die Zelle # Codes über der Kalibrierung",
    "the empty platform reads -# codes off its calibration": "leer liest die Zelle # Codes unter der Kalibrierung",
    "jammed, or calibrate anew": "verklemmt, oder neu kalibrieren",
    "the Hall is dead": "der Hallsensor ist tot",
    "it reads # without any noise": "er liest # ohne jedes Rauschen",
    "the magnet is lost": "der Magnet fehlt",
    "the Hall reads #, as without a field": "der Hallsensor liest #, wie ohne Magnet",
    "channel # reads # instead of #": "Kanal # liest # statt #",
    "a select line, its enable or its plug": "eine Auswahlleitung, seine Freigabe oder sein Stecker",
    "the fields of the other multiplexers work, its own are asked for": (
        "die Felder der anderen Multiplexer gehen, seine werden erfragt"
    ),
    "no multiplexer reads its references": "kein Multiplexer liest seine Referenzen",
    "a line is stuck or VREF is missing": "eine Leitung klemmt, oder VREF fehlt",
    "no field works": "kein Feld geht",
    "those of multiplexer M# stand as # to # instead of #": "die von Multiplexer M# stehen wie # zu # statt #",
    "a resistor drifts": "ein Widerstand driftet",
    "all fields work, calibrate after the repair": "alle Felder gehen, nach der Reparatur kalibrieren",
    "half of it reads # instead of #": "die Hälfte davon liest # statt #",
    "weights may be wrong": "Gewichte können falsch sein",
    "calibrate after the repair": "nach der Reparatur kalibrieren",
    "open or shorted": "offen oder kurzgeschlossen",
    "all fields work, without the correction of heat": "alle Felder gehen, ohne den Ausgleich der Wärme",
    "its references are noisy": "seine Referenzen rauschen",
    "all fields work, more of them unsure": "alle Felder gehen, mehr davon unsicher",
    "all fields work": "alle Felder gehen",
    "/PL never loads the chips": "/PL lädt die Chips nie",
    "no reed is read": "kein Reed wird gelesen",
    "look at GP# and its plug": "GP# und seinen Stecker ansehen",
    "the reed chatters": "das Reed prellt dauernd",
    "it works with a longer debounce (reed_place_scans)": "mit längerem Entprellen geht es (reed_place_scans)",
    "the reed is stuck closed": "das Reed bleibt geschlossen",
    "does not answer": "antwortet nicht",
    "its plug, or the one before": "ihr Stecker, oder der davor",
    "or a later tile, if no piece stands before it": "oder eine spätere Kachel, wenn davor kein Stein steht",
    "the fields of the tiles before tile # work": "die Felder der Kacheln vor Kachel # gehen",
    "nothing answers": "nichts antwortet",
    "MISO, /PL or the first plug": "MISO, /PL oder der erste Stecker",
    "or a later one, if no piece stands before it": "oder ein späterer, wenn davor kein Stein steht",
    "another cable or supply, lamps need most": "anderes Kabel oder Netzteil, Lampen brauchen am meisten",
    "all else works": "alles andere geht",
    "nothing comes back on GP#": "auf GP# kommt nichts zurück",
    "all shine now, look for the first dark one": "alle leuchten jetzt, die erste dunkle suchen",
    "if none is, the return line is open": "ist keine dunkel, ist die Rückleitung offen",
    "an enable line is stuck, or the plug": "eine Freigabe klemmt, oder der Stecker",
    "sensors may read nonsense": "Sensoren können Unsinn lesen",
    "two of GP# to GP# are joined": "zwei von GP# bis GP# sind verbunden",
    "fields are read from wrong places": "Felder werden am falschen Ort gelesen",
    "with GP# off all sensors are fed": "ist GP# aus, werden trotzdem alle Sensoren gespeist",
    "with GP# off multiplexer M# reads #": "ist GP# aus, liest Multiplexer M# trotzdem #",
    "its transistor, or a joint": "ihr Transistor, oder eine Lötstelle",
    "its calibration cannot be read or kept": "seine Kalibrierung ist nicht zu lesen und nicht zu behalten",
    "lamps and buttons do without": "Lampen und Tasten kommen ohne aus",
}
STATISTICS = {
    "games": "Partien",
    "ended": "beendet",
    "draws": "unentschieden",
    "blue": "Blau",
    "red": "Rot",
    "yellow": "Gelb",
    "green": "Grün",
    "Won, by seat": "Gewonnen, nach Platz",
    "How they ended": "Wie sie endeten",
    "Length in actions": "Länge in Aktionen",
    "Thinking time of an action, median": "Bedenkzeit einer Aktion, Median",
    "Most used fields": "Meistbenutzte Felder",
    "90 % below": "90 % unter",
    "latest {} games": "letzte {} Partien",
    "No games.": "Keine Partien.",
}
