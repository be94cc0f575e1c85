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
    "a": "geraten",
    "m": "letzter Zug",
    "k": "kann nicht ziehen",
    "A": "Zeichen: Blau",
    "B": "Zeichen: Rot",
    "C": "Zeichen: Gelb",
    "D": "Zeichen: Grün",
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
    "clocks": "Uhren",
    "acts": "Zurücknehmen oder das Spiel beenden",
    "take_back": "Zurück",
    "offer_draw": "Remis",
    "draw_question": "Sind alle mit einem Remis einverstanden?",
    "resign": "Aufgeben",
    "resign_question": "Gibt auf, wer am Zug ist?",
    "pause": "Pause",
    "pause_question": "Dieses Spiel beiseite legen? Es kann später weitergehen.",
    "the_board": "Das Brett",
    "yes": "Ja",
    "no": "Nein",
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
    "settings": "Einstellungen",
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
ALONE = "Du bist am Zug"
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
AGAIN = "Noch einmal"
LOOK_AGAIN = "Nachspielen"
ANOTHER_GAME = "Anderes Spiel"
PAUSED = "Pause"
GO_ON_PAUSED = "Mit dem pausierten Spiel weiter"
MENU_OPEN = "Das Menü ist offen: MENU geht weiter, OK wählt, UNDO zurück, END schließt es."
PUT_BACK = "Folge den Lichtern: Kreuz ist falsch, Pfeil hinab will eine Figur, Pfeil hinauf will sie weg."
HAND_EMPTY = "Klicke eine leuchtende Figur an, oder ziehe sie."
HAND_BRINGS_BACK = "Klicke hier eine markierte Figur an, dann das Feld, das sie braucht."
HAND_DUE = "Klicke ein leuchtendes Feld an: die Figur kommt von hier."
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
TO_DO = {
    "put": "Setze {} auf ein leuchtendes Feld.",
    "move": "Hebe {} an, wo es leuchtet, und setze auf ein leuchtendes Feld.",
}
PUT_IT = "Setze auf ein leuchtendes Feld, oder zurück."
TO_DO_DARK = {"put": "Setze {}.", "move": "Ziehe {}."}
A_PIECE = {
    "B": "einen Baustein",
    "O": "eine Kugel",
    "D": "eine Scheibe",
    "S": "ein Quadrat",
    "T": "ein Dreieck",
    "C": "einen Zylinder",
    "P": "eine Figur",
    "W": "einen weißen Stein",
    "N": "einen Stein",
}
THEN = ", dann "
MOVED = "{piece} von {start} nach {end}"
BROUGHT = "{piece} auf {end}"
TAKEN_OFF = "{piece} von {start} vom Brett"
CAPTURING = " und schlägt"
TURN_ENDS = "Zug beenden"
TURN_MAY_END = "Zug beenden"
GAME_MAY_END = "Spiel beenden"
CARDS = {
    "F1": "1 vor",
    "B1": "1 zurück",
    "L1": "1 links",
    "R1": "1 rechts",
    "F2": "2 vor",
    "B2": "2 zurück",
    "L2": "2 links",
    "R2": "2 rechts",
    "<": "nach links",
    ">": "nach rechts",
    "*": "Tausch",
}
ASKED = {
    "there": "Steht auf {} eine Figur?",
    "confirm": "War es das: {}?",
    "which": "War es das: {}?",
    "silent": "Wähle:",
}
ANSWERS = {
    "there": "Ja, sie steht da",
    "not there": "Nein, da steht nichts",
    "yes": "Ja",
    "no": "Nein",
    "other": "Nein, etwas anderes",
}
INSTEAD = "Es ersetzt {}."
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
SETTINGS = {
    "hints": "Hinweise für {}",
    "levels": {"off": "keine", "legal": "was erlaubt ist", "advice": "auch Rat"},
    "brightness": "Helligkeit",
    "sound": "Ton",
    "language": "Anzeige auf",
}
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
    "importing": "{} Partien geprüft, {} fertig",
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
        "resume_calibration": {"OK": "Weiter", "END": "Von vorn"},
        "stop_and_keep": {"OK": "Aufhören", "END": "Weiter"},
        "stop_and_lose": {"OK": "Aufhören", "END": "Weiter"},
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
COMPANY = {
    "called": "Computer, {}",
    "board": "Brett, {}",
    "levels": ("Neuling", "Lehrling", "Hobbyspieler", "Geübter", "Experte", "Meister"),
    "seat": "Wer {} spielt",
    "person": "Mensch",
    "program": "Computer {}: {}",
    "thinking": "{} überlegt",
    "wants": "{} spielt",
    "by_hand": "Zieh bitte für den Computer, von Licht zu Licht.",
    "itself": "Die simulierte Hand führt es aus.",
    "captured": "{} auf {} wird geschlagen",
    "away": "vom Brett",
    "hint": "Was würdest du tun?",
    "more": "Den ganzen Zug zeigen",
    "thinking_about_it": "Überlegt ...",
    "loses": "Es hilft nichts mehr.",
    "chance": "Gewinnchance {} %, mit dem Nächstbesten {} %.",
    "hidden": "Rat gibt es nur in ausgeteilten Partien (mit Startzahl): Eure Hände kennt sonst niemand.",
    "failed": "Der Computer kann nicht weiter: spielt seine Steine für ihn.",
}
ANALYSIS = {
    "title": "Analyse",
    "begin": "Diese Partie analysieren",
    "go_on": "Weiter",
    "stop": "Anhalten",
    "looking": "{} von {} Stellungen angesehen",
    "curve": "Gewinnchancen",
    "none": "Niemand hat einen nennenswerten Fehler gemacht.",
    "better": "besser: {}",
    "counted": "{}: {}",
    "blunder": ("1 grober Fehler", "{} grobe Fehler"),
    "mistake": ("1 Fehler", "{} Fehler"),
    "clean": "kein Fehler",
}
PUZZLE = {
    "title": "Rätsel",
    "list": "Aus den eigenen Partien, das Schlimmste zuerst: Finde, was besser war.",
    "none": "Noch keine Rätsel: Analysiere eine gespeicherte Partie auf ihrer Seite. Was viel verlor, wird eines.",
    "solve": "Lösen",
    "again": "Noch einmal",
    "solved": "gelöst",
    "button": "Als Rätsel",
    "task": "Was sollte {} spielen?",
    "why": "Hier hat sich jemand vertan. Finde, was besser war.",
    "checking": "{}: ist das so gut?",
    "found": "{} ist richtig!",
    "missed": "Nicht {}. UNDO, dann noch einmal.",
    "source": "Aus Partie {}",
    "no_board": "Kein verbundenes Brett hat die Platte dafür.",
}
