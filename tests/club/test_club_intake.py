"""The club stores events once, in any order and however often PCs send them."""

import json
import random
from pathlib import Path

import pytest
from played_boards import PlayedBoard, recorded_games
from sqlalchemy import Table, UniqueConstraint, inspect, select, text
from treppe_club.intake import take
from treppe_club.invitations import guest_of, invite
from treppe_club.reading import read_tables
from treppe_club.roles import Role
from treppe_club.store import ClubStore
from treppe_club.tables import METADATA
from treppe_club.upload import BadUpload, read_upload
from treppe_host.store.store import Store
from treppe_host.store.tables import events, games

BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")


def events_of_an_evening() -> list[dict]:
    """Return the events of two games, one of them laid aside for the other and resumed."""
    board = PlayedBoard("b1", BLOCKADE)
    first = [board.next_event() for _ in range(12)]
    other = PlayedBoard("b1", BLOCKADE)
    other.number = len(first)
    second = [other.next_event() for _ in range(8)]
    resume = {**second[-1], "e": len(first) + len(second) + 1, "k": "resume", "game": 1}
    for name in ("player", "word"):
        resume.pop(name, None)
    board.number = resume["e"]
    return [*first, *second, resume, *(board.next_event() for _ in range(6))]


def message(events: list[dict], missing: list[list[int]] | None = None, **facts: object) -> dict:
    hello = {"board": "b1", "surface": BLOCKADE.surface, "firmware": "0.1.0", "journal": "0a", "boot": 1}
    return {**hello, "started_at": None, "is_connected": True, "missing": missing or [], "events": events, **facts}


def upload(club: ClubStore, invitation: int, *arguments: object, **facts: object):
    with club.transaction(writes=True) as connection:
        return take(connection, read_upload(message(*arguments, **facts)), invitation)


def record(store: Store) -> list:
    """Return what a store says of its games: how they began, what was played, how they ended, what is missing."""
    found = []
    for game in sorted(store.games(), key=lambda game: game.origin or ""):
        reported = [(action.player, action.word, action.is_undone) for action in store.actions(game.number)]
        numbers = [event["e"] for event in store.events(game.number)]
        found.append((game.origin, game.seats, game.num_actions, game.reason, game.num_missing, reported, numbers))
    return found


def expected(tmp_path: Path, events: list[dict]) -> list:
    """Return the record of a store that got everything from the board itself."""
    store = Store(f"sqlite:///{tmp_path}/whole.db")
    store.connect_board(PlayedBoard("b1", BLOCKADE).hello())
    store.add_events("b1", events)
    found = record(store)
    store.close()
    assert len(found) == 2 and all(numbers for *_, numbers in found)
    return found


def test_what_comes_again_is_not_stored_again(club, pc_invitation, tmp_path):
    whole = events_of_an_evening()
    assert upload(club, pc_invitation, whole[:5]).last == 5
    assert upload(club, pc_invitation, whole[2:9]).last == 9
    assert upload(club, pc_invitation, whole[:9]).last == 9
    held = upload(club, pc_invitation, whole)
    assert (held.last, held.open_gaps) == (len(whole), ())
    assert record(club) == expected(tmp_path, whole)


def test_events_are_not_passed_over_unless_the_pc_does_not_have_them(club, pc_invitation):
    whole = events_of_an_evening()
    with pytest.raises(BadUpload):
        upload(club, pc_invitation, whole[3:6])
    held = upload(club, pc_invitation, whole[3:6], [[1, 3]])
    assert (held.last, held.open_gaps) == (6, ((1, 3),))


def test_what_another_pc_had_before_fills_the_hole_and_its_game_goes_on_behind_it(club, pc_invitation, tmp_path):
    whole = events_of_an_evening()
    upload(club, pc_invitation, whole[8:], [[1, 8]])
    assert not [game for game in record(club) if game[0] == "b1/1/1"]
    held = upload(club, pc_invitation, whole[:8])
    assert held.open_gaps == ()
    assert record(club) == expected(tmp_path, whole)


def test_a_hole_right_behind_the_start_of_a_game_is_filled_with_that_games_actions(club, pc_invitation, tmp_path):
    whole = events_of_an_evening()
    start = next(place for place, event in enumerate(whole) if place and event["k"] == "start")
    upload(club, pc_invitation, whole[: start + 1])
    upload(club, pc_invitation, whole[start + 2 :], [[start + 2, start + 2]])
    upload(club, pc_invitation, whole[start + 1 : start + 2])
    assert record(club) == expected(tmp_path, whole)


@pytest.mark.parametrize("seed", range(6))
def test_two_pcs_send_parts_of_one_board_in_any_order(seed, club, pc_invitation, tmp_path):
    chance, whole = random.Random(seed), events_of_an_evening()
    cuts = sorted(chance.sample(range(1, len(whole)), 4))
    parts = [whole[left:right] for left, right in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    order = [*parts, *chance.sample(parts, 2)]
    chance.shuffle(order)
    for part in order:
        upload(club, pc_invitation, part, [[1, part[0]["e"] - 1]] if part[0]["e"] > 1 else [])
    assert record(club) == expected(tmp_path, whole)
    with club.transaction() as connection:
        assert sorted(connection.scalars(select(events.c.number))) == [event["e"] for event in whole]
        assert connection.scalar(text("SELECT count(*) FROM gaps")) == 0


def test_an_older_journal_that_comes_late_does_not_end_the_game_of_today(club, pc_invitation):
    whole = events_of_an_evening()
    upload(club, pc_invitation, whole[:4], journal="0b")
    upload(club, pc_invitation, whole[:2], is_connected=False)
    with club.transaction() as connection:
        today = connection.scalar(text("SELECT game_id FROM boards"))
        assert connection.scalar(select(games.c.origin).where(games.c.id == today)) == "b1/1/1"
    assert [game[2] for game in record(club)] == [3, 1]


ODD_FACTS = [{"surface": "none"}, {"board": "B" * 40}, {"journal": "xyz"}, {"journal": "0a.x"}, {"boot": -1}]
ODD_FACTS += [{"started_at": "now"}, {"started_at": float("inf")}, {"is_connected": 1}, {"missing": [[2, 1]]}]
ODD_FACTS += [{"missing": [[1, 3], [2, 5]]}, {"missing": "all"}, {"events": [{"e": 1}]}, {"events": [None]}]


@pytest.mark.parametrize("facts", [*ODD_FACTS, {"events": "all"}])
def test_what_no_pc_says_is_refused_at_the_edge(facts):
    with pytest.raises(BadUpload):
        read_upload({**message([]), **facts})


def test_events_are_refused_out_of_order_of_two_power_ups_or_too_long():
    first, second = events_of_an_evening()[:2]
    for wrong in ([second, first], [first, {**second, "boot": 2}], [{**first, "seats": ["x" * 9000, "y"]}]):
        with pytest.raises(BadUpload):
            read_upload(message(wrong))
    assert json.dumps(read_upload(message([first, second])).events) == json.dumps([first, second])


def test_tables_are_numbered_as_their_links_were_made(club):
    with club.transaction(writes=True) as connection:
        invite(connection, Role.OWNER, "Petra")
        links = []
        for name in ("one", "two"):
            links.append(guest_of(connection, invite(connection, Role.BOARD, name, 2)).invitation)
            invite(connection, Role.SPECTATOR, "The wall")
    for board, link in (("b2", links[1]), ("b1", links[0]), ("b3", links[0])):
        upload(club, link, [], board=board)
    with club.transaction() as connection:
        assert [(table.number, table.board) for table in read_tables(connection)] == [(1, "b1"), (2, "b2"), (3, "b3")]


def shape(table: Table) -> tuple[object, ...]:
    """Return columns with whether each may be empty, the key, what is unique, and what columns point at."""
    columns = {each.name: each.nullable for each in table.columns}
    unique = sorted(sorted(each.columns.keys()) for each in table.constraints if type(each) is UniqueConstraint)
    pointing = {each.name for each in table.columns if each.foreign_keys}
    return columns, [each.name for each in table.primary_key], unique, pointing


def test_the_steps_of_the_schema_lead_to_the_tables_that_are_declared(club):
    with club.transaction() as connection:
        found = inspect(connection)
        for name, table in METADATA.tables.items():
            columns = {each["name"]: each["nullable"] for each in found.get_columns(name)}
            unique = sorted(sorted(each["column_names"]) for each in found.get_unique_constraints(name))
            pointing = {each["constrained_columns"][0] for each in found.get_foreign_keys(name)}
            *declared, declared_pointing = shape(table)
            assert [columns, found.get_pk_constraint(name)["constrained_columns"], unique] == declared, name
            assert pointing >= declared_pointing, name
