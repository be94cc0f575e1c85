"""What outlives a power cut and another game."""

from fakes_sensing import Noise
from fakes_table import Table
from treppe import games, surfaces

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


def switch_on_again(table):
    """Cut the power; return the table that comes back over the same board and flash."""
    again = table.power_up()
    again.wait(1200)
    return again


def test_pieces_of_the_game_between_are_exchanged_when_the_first_is_resumed():
    table = Table(REED12)
    table.new("weltreich")
    first = table.journal.open_number
    table.sensing.image[:] = bytes(REED12.FIELDS)
    table.wait(100)
    table.new("sprung")
    table.command("resume", {"game": first})
    table.wait(1500)
    strangers = [REED12.NAMES[field] for field in table.session.guidance.way_back().strangers]
    assert strangers == ["a4"], "a cylinder stands where a square belongs"


def test_stones_are_taken_to_lie_right_after_a_power_cut_and_named_when_an_action_is_taken_back():
    table = Table(REED12)
    table.new("cubes", seed=7)
    random, turned = Noise(1), []
    for _ in range(200):
        actions = table.state().legal_actions()
        table.session.game_record.record_action(actions[random.below(len(actions))])
        turned = [event for event in table.state().events if event[0] in ("active", "inactive")]
        if turned:
            break
    assert turned
    names = [REED12.NAMES[table.state().field(event[1])] for event in turned]
    table.sensing.image[:] = table.state().image()
    again = switch_on_again(table)
    assert not again.session.observed.to_turn
    again.command("undo", {})
    assert [REED12.NAMES[field] for field in again.session.observed.to_turn] == names
    again.sensing.image[:] = again.state().image()
    again.wait(100)
    name = again.state().cell_name(turned[0][1])
    assert any([line.startswith(name + ": ") for line in again.lines()])
    again = switch_on_again(again)
    assert [REED12.NAMES[field] for field in again.session.observed.to_turn] == names, (
        "nobody has said that they are turned"
    )
    assert again.phase() == "play" and any([line.startswith(name + ": ") for line in again.lines()])


def test_a_game_that_people_have_laid_out_is_not_laid_out_again():
    table = Table(REED12)
    for name in ("sprung", "tor", "weltreich", "sprung", "aufstellen"):
        state = games.start(name)
        table.new("weltreich")
        assert table.phase() == "play"
        table.sensing.image[:] = state.image()  # some pieces stand where others of weltreich stood
        table.wait(500)
        table.command("new", {"game": name})
        table.wait(100)
        assert table.phase() == "play", name
        table.sensing.image[:] = bytes(REED12.FIELDS)
        table.wait(100)
