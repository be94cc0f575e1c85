"""Who wins, and how long games are, from the store: here from twenty games that two careless programs play."""

from random import Random

from treppe import games
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

random = Random(1)
store = Store("sqlite:///statistics.db")  # any database that SQLAlchemy knows
for _ in range(20):
    state, moves = games.start("aufstellen"), []
    while not state.is_terminal():
        action = random.choice(state.legal_actions())
        moves.append(Move(state.word(action), player=state.current_player()))
        state.apply_action(action)
    sheet = ScoreSheet("aufstellen", state.options, ["Ada", "Bo"], moves)
    sheet.reason, sheet.winners = state.reason, list(state.winners)
    store.add_sheets([sheet])
for figures in store.statistics(GameFilter(game="aufstellen")):
    print(f"{figures.game}: {figures.num_ended} games of {figures.mean_length:.0f} actions")
    print("wins by seat:", dict(figures.wins), "reasons:", dict(figures.reasons))
store.close()
