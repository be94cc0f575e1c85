"""The board says why something is not possible, on the display and to hosts, in every game and language."""

from fakes_table import Table, begin
from treppe import surfaces, texts
from treppe.games import catalogue
from treppe.panel import diagnostics, wording


def test_a_ball_that_climbs_two_steps_is_told_why():
    for language, said in (
        ("en", ["Too high: a ball", "climbs one level"]),
        ("de", ["Zu hoch: eine Kugel", "steigt eine Stufe"]),
    ):
        table = Table(surfaces.load("square7"), language=language)
        table.new("step")
        table.arrange({"a1": 16, "g7": 16, "d4": 5, "b1": 2})
        table.change("a1", -16)
        table.change("b1", 16, 2000)
        assert table.phase() == "wrong" and table.display["refused"] == {"code": "not_allowed", "rule": "up"}
        assert table.lines()[1:3] == said
        table.wait(6000)
        assert table.phase() == "setup" and table.lines()[1:3] == said, "also while the board is guided back"
        table.change("b1", -16)
        table.change("a1", 16, 2000)
        assert table.phase() == "play" and "refused" not in table.display


def test_a_piece_of_another_player_is_refused():
    table = begin("weltreich")
    start = table.surface.NAMES[table.session.observed.position.image.rfind(b"\1")]
    table.change(start, -1)
    table.change("f6", 1, 2000)
    assert table.phase() == "wrong" and table.lines()[1] == "Another player's"


def test_a_piece_that_may_not_be_lifted_is_told_about():
    table = begin("weltreich")
    name = table.surface.NAMES[table.session.observed.position.image.rfind(b"\1")]
    table.change(name, -1, 4000)
    assert table.display["refused"] == {"code": "not_yours"} and "Another player's" in table.lines(), table.lines()
    table.change(name, 1, 500)
    assert "refused" not in table.display


def test_a_disturbed_board_has_no_single_reason():
    table = begin("weltreich")
    for name in ("f6", "g6"):
        table.change(name, 1)
    table.wait(2000)
    assert table.phase() == "wrong" and "refused" not in table.display and "Not possible" in table.lines()


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
