"""A PC's link is for the first boards sent by it; another one waits, the PC shows it, an owner allows it."""

from pathlib import Path

import pytest
from club_boards import ClubPc
from club_server import RunningClub
from played_boards import PlayedBoard, recorded_games
from treppe_club import board_links, invitations
from treppe_club.board_links import BoardNotAllowed
from treppe_club.reading import read_tables
from treppe_club.roles import Role
from treppe_club.store import ClubStore
from treppe_host.errors import UnknownRecord
from treppe_sim.board_files import identity_of
from waiting import wait_until

BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")


def tables(club: ClubStore) -> list[str]:
    with club.transaction() as connection:
        return [table.board for table in read_tables(connection)]


def bound(club: ClubStore) -> dict[str, bool]:
    with club.transaction() as connection:
        return {board_link.board: board_link.is_allowed for board_link in board_links.list_bonds(connection)}


def test_another_board_waits_until_an_owner_allows_it(running: RunningClub, club: ClubStore, tmp_path: Path) -> None:
    pc = ClubPc(running.invite(Role.BOARD, num_boards=1), tmp_path / "pc")
    boards = [PlayedBoard(f"b{number}", BLOCKADE) for number in (1, 2)]
    pc.begin()
    pc.plug(boards[0])
    pc.play(boards[0], 3)
    wait_until(lambda: tables(club) == ["b1"])
    pc.plug(boards[1])
    pc.play(boards[1], 3)
    wait_until(lambda: any("treppe club allow 1 b2" in reported for reported in pc.reported))
    pc.play(boards[0], 2)
    wait_until(lambda: club.games() and club.game(1).num_actions == 4)
    assert tables(club) == ["b1"] and bound(club) == {"b1": True, "b2": False}
    with club.transaction(writes=True) as connection:
        board_links.allow(connection, 1, "b2")
    wait_until(lambda: tables(club) == ["b1", "b2"])
    wait_until(lambda: len(club.games()) == 2 and club.game(2).num_actions == 2)
    assert sum("b2" in reported for reported in pc.reported) == 1, "it is reported once"
    pc.close()


def test_a_link_has_room_for_so_many_boards_and_remembers_few_that_wait(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        principal = invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, "PC", 2))
        assert principal
        for board in ("b1", "b2", "b1"):
            board_links.admit(connection, principal.invitation, board)
        for number in range(50):
            with pytest.raises(BoardNotAllowed):
                board_links.admit(connection, principal.invitation, f"c{number}")
            board_links.note_waiting(connection, principal.invitation, f"c{number}")
        assert len(board_links.list_bonds(connection)) < 30
        board_links.allow(connection, principal.invitation, "d1")  # before it has ever come
        board_links.admit(connection, principal.invitation, "d1")
        invitations.end_invitation(connection, principal.invitation)
        assert board_links.list_bonds(connection) == []
        with pytest.raises(UnknownRecord):
            board_links.allow(connection, principal.invitation, "d2")


def test_a_boards_own_link_is_not_for_the_board_of_another_one(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        links = [invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, name)) for name in "ab"]
        for link, board in zip(links, ("b1", "b2"), strict=True):
            assert link
            board_links.admit(connection, link.invitation, board)
        for link, board in zip(links, ("b2", "b1"), strict=True):
            assert link
            with pytest.raises(BoardNotAllowed):
                board_links.admit(connection, link.invitation, board)


def test_permission_for_one_board_lets_no_other_one_in_however_many_come_by_other_links(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        links = [invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, "PC", n)) for n in (1, 5)]
        small, large = (link.invitation for link in links if link)
        for number in range(5):
            board_links.admit(connection, large, f"c{number}")
        board_links.admit(connection, small, "b1")
        board_links.allow(connection, small, "b2")
        with pytest.raises(BoardNotAllowed):
            board_links.admit(connection, small, "b3")


def test_simulated_boards_of_two_pcs_are_two_tables(running: RunningClub, club: ClubStore, tmp_path: Path) -> None:
    pcs = [ClubPc(running.invite(Role.BOARD, num_boards=1), tmp_path / name) for name in "ab"]
    for pc in pcs:
        board = PlayedBoard(identity_of(BLOCKADE.surface), BLOCKADE)
        pc.begin()
        pc.plug(board)
        pc.play(board, 3)
    wait_until(lambda: len(tables(club)) == 2)
    for pc in pcs:
        pc.close()


def test_a_link_with_room_does_not_speak_for_the_board_of_another_one(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        links = [invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, "PC", 9)) for _ in "ab"]
        own, other = (link.invitation for link in links if link)
        board_links.admit(connection, own, "b1")
        with pytest.raises(BoardNotAllowed):
            board_links.admit(connection, other, "b1")
        board_links.note_waiting(connection, other, "b1")
        assert [
            (board_link.invitation, board_link.is_allowed) for board_link in board_links.list_bonds(connection)
        ] == [(own, True), (other, False)]
        board_links.allow(connection, other, "b1")
        for link in (own, other):
            board_links.admit(connection, link, "b1")
        board_links.admit(connection, other, "b2")
        with pytest.raises(BoardNotAllowed):
            board_links.admit(connection, own, "b2")
        invitations.end_invitation(connection, other)
        board_links.admit(connection, own, "b2")
