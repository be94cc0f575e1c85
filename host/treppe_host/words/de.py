"""What codes of the board mean, in German; `protocol.toml` says which values each has."""

from treppe_host.words.doctor_de import ADVICE, FINDINGS, PARTS

__all__ = ("ADVICE", "CODES", "FINDINGS", "LANGUAGE", "PARTS", "PIECES", "SURFACES")

LANGUAGE = "de"
CODES = {
    "failed": "{text}",
    "no_command": "den Befehl „{name}“ gibt es nicht",
    "field_missing": "{field} fehlt",
    "field_wrong": "{field} kann nicht {value} sein",
    "calibrating": "das Brett wird kalibriert: die Taste END lässt die alte Kalibrierung",
    "busy": "das Brett tut gerade etwas anderes",
    "no_choice": "„{word}“ ist jetzt nicht zu wählen",
    "other_turn": "„{word}“ kommt nach dem Zug dieses Spielers",
    "too_many_back": "{count} Züge sind nicht zurückzunehmen: {played} sind gespielt",
    "no_host": "kein Rechner hört zu, und das Brett kann selbst keinen Rat geben",
    "nothing_back": "nichts zum Zurücknehmen: das Spiel fängt gerade an",
    "no_player": "keinen Spieler {player} gibt es bei {players}",
    "no_starter": "unter {players} Spielern gibt es {starter} nicht, der beginnen soll",
    "no_level": "die Hilfen „{level}“ gibt es nicht, nur legal, off und advice",
    "why_wins": "Das gewinnt.",
    "why_only": "Etwas anderes geht nicht.",
    "why_saves": "Alles andere verliert.",
    "why_steps": "Ihre Kugel ist dann {steps} Stufen von der Spitze.",
    "why_stair": "Das macht eine Stufe für die eigene Kugel.",
    "why_bars": "Das versperrt einem anderen den Weg.",
    "why_line": "{pieces} Ihrer Steine stehen dann in einer Linie.",
    "why_way": "Ihr König hat dann einen Weg hinaus.",
    "why_squares": "Der Stein kommt dem Ziel {squares} Felder näher.",
    "why_takes": "Figuren, die es schlägt: {pieces}.",
    "why_throne": "Throne, die Sie dann halten: {held}.",
    "why_left": "{pieces} Figuren bleiben dann übrig.",
    "why_enters": "Das bringt eine Figur hinein: {pieces} fehlen noch.",
    "why_active": "Ihre aktiven Steine dann: {stones}.",
    "why_points": "Punkte, die es bringt: {points}.",
    "no_button": "die Taste „{name}“ gibt es nicht, nur END, UNDO, MENU und OK",
    "nothing_played": "es wird nicht gespielt",
    "game_played": "es wird gespielt: erst Pause",
    "no_unfinished": "kein Spiel {game}, das weitergehen kann, nur {known}",
    "none_unfinished": "kein Spiel zum Fortsetzen",
    "other_surface": "{title} braucht {surface}",
    "no_surface": "für ein so großes Brett gibt es keine Platte: {title} geht so nur in der Engine",
    "game_broken": "das Spiel kann nicht weitergehen: {why}",
    "journal_damaged": "Eintrag {event} des Journals ist beschädigt",
    "journal_full": (
        "das Journal ist voll: {free} Bytes frei, {needed} nötig; ein PC, der die Spiele holt, schafft Platz"
    ),
    "settings_unused": "settings.json gilt nicht: {why}",
    "settings_unread": "es ist kein JSON-Objekt",
    "no_setting": "die Einstellung „{name}“ gibt es nicht",
    "setting_value": "{name} ist {value}, nicht {allowed}",
    "no_field": "das Feld „{name}“ gibt es auf diesem Brett nicht",
    "discs_only": (
        "Federn aus {material} geben zu sehr nach, um Steine und Kugeln zu unterscheiden: nur Scheiben, oder "
        "Federn aus Stahl oder FR4"
    ),
    "reeds_need_none": "diese Platte hat Reeds: sie brauchen keine Kalibrierung",
    "not_calibrated": "es gibt noch keine Kalibrierung: erst das ganze Brett kalibrieren",
    "uncalibrated": "die Platte hat keine Kalibrierung",
    "no_material": "das Material „{material}“ gibt es nicht, nur {known}",
    "calibration_size": "eine Kalibrierung von {size} Bytes, nicht 1 bis {most}",
    "calibration_piece": "ein Stück für Byte {at}, wo {due} an der Reihe ist",
    "no_calibration": "das ist keine Kalibrierung: sie beginnt nicht mit TCAL",
    "calibration_version": "Kalibrierung der Version {version}; diese Firmware liest Version {known}",
    "calibration_surface": "Kalibrierung der Platte {name}; diese ist {here}",
    "calibration_form": (
        "Kalibrierung mit {fields} Feldern, {knots} Stützstellen, {step_g} g: nicht die Form dieser Platte"
    ),
    "calibration_length": "Kalibrierung von {length} statt {wanted} Bytes",
    "calibration_sum": "Kalibrierung mit falscher Prüfsumme",
    "calibration_material": "Kalibrierung für Federn aus unbekanntem Material, Nummer {number}",
    "calibration_code": "Feld {field}: {value} ist kein Code",
    "calibration_falls": "Feld {field}: der Code steigt ab {grams} g nicht (von {low16}/16 auf {high16}/16)",
    "memory_silent": "der Speicher der Platte antwortet nicht",
    "memory_forgets": "der Speicher der Platte behält nicht, was geschrieben wird",
    "record_length": "ein Eintrag von {length} Bytes, nicht {most}",
    "no_game": "das Spiel „{game}“ gibt es nicht, nur: {known}",
    "no_option": "{game} hat keine Option „{option}“, nur: {known}",
    "option_value": "{option}={value} geht nicht; es gehen: {allowed}",
    "option_needs": "{option}={value} braucht {other}={needed}, nicht {other}={given}",
    "option_text": "eine Option ist name=wert, nicht „{text}“",
    "goal_unreachable": "goal={goal} ist von pattern={pattern} aus nicht zu erreichen: Figuren bleiben in ihren Reihen",
    "depends_wrong": "depends={depends}: nur ohne Zufallszahl, und jeder Spieler einmal",
    "no_word": "kein Zug von {game}: „{word}“ (Stellung: {position})",
    "illegal": "hier nicht erlaubt: „{word}“ (Stellung: {position})",
    "no_position": "keine Stellung, oder ein Zeichen davon ist falsch: „{text}“",
    "position_length": "eine Stellung von {length} Bytes, wo dieses Spiel {wanted} hat",
    "hall_open": "Ausgang des Hallsensors offen; was dort steht, wird erfragt, alle anderen Felder gehen",
    "hall_shorted": (
        "Ausgang des Hallsensors liegt an der Versorgung; was dort steht, wird erfragt, alle anderen Felder gehen"
    ),
    "hall_dead": (
        "der Hallsensor ist tot: er liest {reads} ohne jedes Rauschen; was dort steht, wird erfragt, alle anderen "
        "Felder gehen"
    ),
    "magnet_lost": (
        "der Magnet fehlt: der Hallsensor liest {reads}, wie ohne Magnet; was dort steht, wird erfragt, alle "
        "anderen Felder gehen"
    ),
    "platform_jammed": "überlastet oder verklemmt: abheben, was dort liegt; alle anderen Felder gehen",
    "platform_off": "leer liest die Zelle {off} Codes neben der Kalibrierung: verklemmt, oder neu kalibrieren",
    "fields_good": "alle {fields} lesen, was Zellen können",
    "reference_wrong": (
        "Kanal {channel} liest {reads} statt {wanted}: eine Auswahlleitung, seine Freigabe oder sein Stecker; die "
        "Felder der anderen Multiplexer gehen, seine werden erfragt"
    ),
    "references_gone": "kein Multiplexer liest seine Referenzen: eine Leitung klemmt, oder VREF fehlt; kein Feld geht",
    "references_apart": (
        "die von Multiplexer M{mux} stehen wie {ratio} zu 1000 statt {wanted}: ein Widerstand driftet; alle Felder"
        " gehen, nach der Reparatur kalibrieren"
    ),
    "references_good": "alle vier lesen ihre Referenzen",
    "half_supply_good": "die Hälfte davon liest {reads}",
    "half_supply_off": (
        "die Hälfte davon liest {reads} statt {wanted}; Gewichte können falsch sein; nach der Reparatur kalibrieren"
    ),
    "thermistor_good": "liest {reads}",
    "thermistor_off": "liest {reads}: offen oder kurzgeschlossen; alle Felder gehen, ohne den Ausgleich der Wärme",
    "converter_good": "ruhig",
    "converter_noisy": "seine Referenzen rauschen; alle Felder gehen, mehr davon unsicher",
    "calibration_good": "Nummer {serial}, Federn aus {material}",
    "weights_rough": "es gibt keine: Gewichte sind grob; kalibrieren",
    "reed_masked": "Reed ausgelassen; was dort steht, wird erfragt",
    "reed_wrong": "das Reed liest falsch; was dort steht, wird erfragt",
    "reed_chatters": "das Reed prellt dauernd: Abheben gilt später; mit längerem Entprellen geht es (reed_place_scans)",
    "reed_stuck": "das Reed bleibt geschlossen; was dort steht, wird erfragt, alle anderen gehen",
    "reeds_good": "{closed} geschlossen, keines davon prellt; die offenen sind nicht geprüft",
    "reeds_open": "keines bleibt geschlossen; die offenen sind nicht geprüft",
    "tile_silent": (
        "antwortet nicht: ihr Stecker, oder der davor; oder eine spätere Kachel, wenn davor kein Stein steht; die "
        "Felder der Kacheln vor Kachel {tile} gehen"
    ),
    "chain_silent": (
        "nichts antwortet: MISO, /PL oder der erste Stecker; oder ein späterer, wenn davor kein Stein steht; kein "
        "Reed wird gelesen"
    ),
    "chain_unloaded": "/PL lädt die Chips nie: kein Reed wird gelesen; GP5 und seinen Stecker ansehen",
    "chain_good": "alle {chips} Chips antworten",
    "supply_good": "{mv} mV von {source}",
    "supply_weak": "{mv} mV von {source}; anderes Kabel oder Netzteil, Lampen brauchen am meisten; alles andere geht",
    "supply_sags": "{mv} mV: die Lampen sind gedimmt",
    "lamps_good": "die letzte gibt weiter, was sie bekommt",
    "lamps_dark": (
        "auf GP1 kommt nichts zurück: alle leuchten jetzt, die erste dunkle suchen; ist keine dunkel, ist die "
        "Rückleitung offen; alles andere geht"
    ),
    "surface_good": "{name}",
    "surface_unsure": (
        "GP28 liest {found}, nicht {name}, bei ausgeschalteten Multiplexern: eine Freigabe klemmt, oder der "
        "Stecker; Sensoren können Unsinn lesen"
    ),
    "lines_good": "keine mit einer anderen verbunden",
    "lines_joined": "zwei von GP6 bis GP9 sind verbunden: Felder werden am falschen Ort gelesen",
    "feed_good": "geht aus und an",
    "feed_stays": (
        "ist GP19 aus, werden trotzdem alle Sensoren gespeist: ihr Transistor, oder eine Lötstelle; alle Felder gehen"
    ),
    "feed_leaks": (
        "ist GP19 aus, liest Multiplexer M{mux} trotzdem {reads}: ihr Transistor, oder eine Lötstelle; alle Felder"
        " gehen"
    ),
    "memory_good": "24C32 auf 0x50",
    "display_good": "SSD1306 auf 0x3C",
    "display_silent": "antwortet nicht; Lampen und Tasten kommen ohne aus",
    "crashed": "die Firmware ist abgestürzt: {trace}",
    "setup": "Bitte aufbauen",
    "back": "Brett zurückstellen",
    "clear": "Weg und hin",
    "wrong": "Das geht nicht",
    "leave": "Nimm die markierte Figur vom Brett: sie ist frei",
    "unsure": "Neu setzen, oder OK drücken: {fields}",
    "empty": "{field}: erst alles abnehmen",
    "there": "Steht auf {field} eine Figur?",
    "confirm": "Sicher? OK drücken",
    "which": "Was? MENU zeigt anderes, OK nimmt es",
    "put": "setzt {piece}",
    "move": "zieht {piece}",
    "testing": "Selbsttest läuft",
    "healthy": "Selbsttest: alles gut",
    "found": "Selbsttest: {found}",
    "calibration_saved": "Kalibrierung gesichert",
    "calibration_once": "Kalibrierung gesichert, aber nur einmal: {why}",
    "calibration_kept": "Die alte Kalibrierung bleibt",
    "calibration_unsaved": "Nicht gesichert, die alte Kalibrierung bleibt: {why}",
    "reeds_work": "Alle Reeds gehen",
    "reeds_unseen": "Nie geschlossen: {fields}",
    "clear_board": "Das Brett leeren",
    "clear_field": "Feld {field} leeren",
    "put_piece": "Stein {number} von 7 auf das leuchtende Feld setzen",
    "take_tower_off": "Alle 7 Steine wegnehmen",
    "put_first_tower": "Einen Turm aus 7 Steinen auf das leuchtende Feld setzen",
    "take_one_off": "Einen Stein vom Turm nehmen: noch {left}",
    "put_towers": "Den Turm aus 7 Steinen auf jedes leuchtende Feld setzen: noch {left}",
    "put_other_towers": "7 andere Steine nehmen und ihren Turm auf jedes leuchtende Feld setzen: noch {left}",
    "check_towers": "Den Turm aus 7 Steinen auf jedes leuchtende Feld setzen: noch {left}; END lässt sie weg",
    "move_magnet": "Einen Magneten über jedes leuchtende Feld führen. END: genug; OK: die toten weglassen",
    "receive_calibration": "Das Brett empfängt eine Kalibrierung",
    "calibration_done": "Fertig. OK sichert die Kalibrierung, END behält die alte",
    "check_passed": "Alle Felder sind gut. OK beendet die Prüfung",
    "saving_calibration": "Das Brett sichert die Kalibrierung: nicht ausschalten",
    "resume_calibration": "{done} von {all} Türmen sind schon gesetzt. OK: damit weiter, END: von vorn",
    "stop_and_keep": "Aufhören? {done} von {all} Türmen bleiben. OK: aufhören, END: weiter",
    "stop_and_lose": "Aufhören? Nichts davon bleibt. OK: aufhören, END: weiter",
    "field_not_empty": "Feld {field} liest {reads}: Ist es leer?",
    "several_pieces": "Feld {field}: Das war mehr als ein Stein",
    "no_tower": "Feld {field}: Das ist kein Turm aus 7 Steinen",
    "count_pieces": "Feld {field}: Sind das wirklich 7 Steine? Zählen und noch einmal setzen",
    "towers_differ": "Feld {field}: Die beiden Türme sind verschieden; das Feld leeren",
    "piece_off": "Stein {number} weicht {off_g:+.1f} g ab: alle wegnehmen und das Feld noch einmal beginnen",
    "field_off": "Feld {field} weicht {off_g:+.1f} g ab: den Turm heben und noch einmal setzen",
    "nothing_tried": "Noch kein Feld ist geprüft: erst den Magneten bewegen",
}
SURFACES = {
    "reed12": "die Reed-Platte",
    "square7": "die Turm-Platte",
    "hex49": "die Sechseck-Platte",
    "start4": "die kleine Platte",
}
PIECES = {
    "O": "Kugel",
    "B": "Stein",
    "D": "Scheibe",
    "S": "Quadrat",
    "T": "Dreieck",
    "C": "Zylinder",
    "P": "Figur",
    "W": "Weiß",
    "N": "Stein",
}
