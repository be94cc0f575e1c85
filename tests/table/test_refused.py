"""The board says why something is not possible, on the display and to hosts, in every game and language."""

from fakes_table import Table
from treppe import surfaces, texts
from treppe.games import catalogue
from treppe.panel import diagnostics, wording


def test_all_reasons_fit_the_display_in_both_languages():
    for name in catalogue.names():
        english, german = [list(texts.Texts(texts.own(language, name, "REFUSALS"))) for language in texts.LANGUAGES]
        assert english == german and len(english) > 2, name
    for language in texts.LANGUAGES:
        table = Table(surfaces.load("reed12"), language=language)
        for name in catalogue.names():
            lines = texts.own(language, name, "REFUSALS").strip().split("\n")
            for line in lines:
                rule, text = line.split(": ", 1)
                table.session.game_record = table  # whose name is all that is asked
                table.name = name
                diagnostic = {"code": "not_allowed", "rule": rule}
                said = diagnostics.render(table.session, diagnostic)
                assert said == text
                shown = wording.wrap(said)
                assert len(shown) <= 3 and all(
                    [len(line) <= 21 and max([ord(letter) for letter in line]) < 127 for line in shown]
                ), shown
