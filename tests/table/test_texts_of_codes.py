"""Every code is said on the display with whatever its values are: numbers, texts, lists, or nothing at all."""

from fakes_table import Table
from treppe import surfaces, texts
from treppe.alphabet.buttons import END, MENU, OK
from treppe.games import catalogue
from treppe.panel import diagnostics, wording

VALUES = (0, 7, "c4", "", "step", [1, 2], ["a1", "b2"], None, True, {"code": "no_host"}, 1.5)
GIVEN = {"surface": "reed12", "why": {"code": "no_host"}, "rule": "count"}  # what is looked up


def placeholders(text):
    return [part.split("}")[0] for part in text.split("{")[1:]]


def test_complaints_take_any_value():
    for language in texts.LANGUAGES:
        table = Table(surfaces.load("reed12"), language=language)
        table.command("new", {"game": "cubes", "options": {}})
        known = texts.load(language, "diagnostics")
        for code in known:
            for value in VALUES:
                diagnostic = dict.fromkeys(placeholders(known[code]), value)
                diagnostic["code"] = code
                diagnostic.update(GIVEN)
                said = diagnostics.render(table.session, diagnostic)
                assert isinstance(said, str), (code, value, said)
                assert all([len(line) <= 21 for line in wording.wrap(said)])


def test_an_error_with_a_number_has_words():
    from treppe.alphabet.codes import diagnostic_of

    table = Table(surfaces.load("reed12"))
    for error in (OSError(28), OSError(5, "x"), ValueError(), KeyError("x"), TypeError("y")):
        table.table.warnings.refuse(diagnostic_of(error))
        table.wait(20)
        assert all([isinstance(line, str) for line in table.lines()])


def test_names_of_players_may_be_anything():
    for name in catalogue.names():
        for seats in ([1, 2, 3, 4], [None, "", "Ann"], ["Jürg", True], [], ["x" * 99]):
            surface = [each for each in surfaces.NAMES if name in catalogue.names_on(each)].pop()
            table = Table(surfaces.load(surface))
            table.command("new", {"game": name, "options": {}, "seats": seats})
            for _ in range(2):
                table.wait(200)
                assert all([isinstance(line, str) and len(line) <= 21 for line in table.lines()]), table.lines()
                table.set_up()
            table.command("pause", {})
            for button in (MENU, MENU, MENU, OK, OK, END):
                table.wait(20, button)
                assert all([isinstance(line, str) and len(line) <= 21 for line in table.lines()]), table.lines()
