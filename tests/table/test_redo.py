"""What buttons take back can be played forward again, until hands play something else."""

from fakes_sensing import Noise
from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO
from treppe.fold import GameLog

GAMES = ("step", "seven", "weltreich", "aufstellen", "blockade", "wetteifern")
PRESSES = (UNDO, UNDO, UNDO | LONG, END, OK, MENU, MENU | LONG, OK | LONG, UNDO | END, END | OK)


def begin(name, count=8):
    """Return a table on which hands have played some actions."""
    table = Table(surfaces.load({"step": "square7", "seven": "hex49"}.get(name, "reed12")))
    table.new(name, **({"seed": 4} if name == "seven" else {}))
    for _ in range(count):
        state = table.state()
        moves = [action for action in state.legal_actions() if state.hand_moves(action)]
        if not moves:
            break
        table.command("play", {"words": [state.word(moves[len(moves) // 2])]})
        table.set_up()
    table.wait(500)
    return table


def words(table):
    return GameLog(table.journal.read_game(table.journal.last_head()["e"])).notations


def test_a_minute_of_random_presses_takes_back_at_most_what_can_be_played_forward_again():
    for name in GAMES:
        for seed in range(6):
            random, table = Noise(seed), begin(name)
            before = words(table)
            begun_ms = table.now_ms
            while table.now_ms - begun_ms < 60_000:
                table.wait(100 + 10 * random.below(40), PRESSES[random.below(len(PRESSES))])
            if not table.session.game_record:
                print(name, seed, table.journal.unfinished)
                continue
            if table.session.game_record.num_redoable():
                table.command("redo", {})
            assert words(table)[: len(before)] == before, (name, seed)
