"""A PC's link is for the first boards sent by it; another one waits, the PC is told, an owner allows it."""

from pathlib import Path

import pytest
from club_boards import ClubPc, PlayedBoard, recorded_games, wait_until
from club_server import RunningClub
from treppe_host.club import bonds, invitations
from treppe_host.club.bonds import BoardNotAllowed
from treppe_host.club.reading import read_tables
from treppe_host.club.roles import Role
from treppe_host.club.store import ClubStore
from treppe_host.errors import UnknownRecord
from treppe_sim.board_files import identity_of

BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")


def tables(club: ClubStore) -> list[str]:
    with club.transaction() as connection:
        return [table.board for table in read_tables(connection)]


def bound(club: ClubStore) -> dict[str, bool]:
    with club.transaction() as connection:
        return {bond.board: bond.is_allowed for bond in bonds.list_bonds(connection)}


def test_another_board_waits_until_an_owner_allows_it(running: RunningClub, club: ClubStore, tmp_path: Path) -> None:
    pc = ClubPc(running.invite(Role.BOARD, num_boards=1), tmp_path / "pc")
    boards = [PlayedBoard(f"b{number}", BLOCKADE) for number in (1, 2)]
    pc.begin()
    pc.plug(boards[0])
    pc.play(boards[0], 3)
    wait_until(lambda: tables(club) == ["b1"])
    pc.plug(boards[1])
    pc.play(boards[1], 3)
    wait_until(lambda: any("treppe club allow 1 b2" in told for told in pc.told))
    pc.play(boards[0], 2)
    wait_until(lambda: club.games() and club.game(1).num_actions == 4)
    assert tables(club) == ["b1"] and bound(club) == {"b1": True, "b2": False}
    with club.transaction(writes=True) as connection:
        bonds.allow(connection, 1, "b2")
    wait_until(lambda: tables(club) == ["b1", "b2"])
    wait_until(lambda: len(club.games()) == 2 and club.game(2).num_actions == 2)
    assert sum("b2" in told for told in pc.told) == 1, "it is told once"
    pc.close()


def test_a_link_has_room_for_so_many_boards_and_remembers_few_that_wait(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        guest = invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, "PC", 2))
        assert guest
        for board in ("b1", "b2", "b1"):
            bonds.admit(connection, guest.invitation, board)
        for number in range(50):
            with pytest.raises(BoardNotAllowed):
                bonds.admit(connection, guest.invitation, f"c{number}")
            bonds.note_waiting(connection, guest.invitation, f"c{number}")
        assert len(bonds.list_bonds(connection)) < 30
        bonds.allow(connection, guest.invitation, "d1")  # before it has ever come
        bonds.admit(connection, guest.invitation, "d1")
        invitations.end_invitation(connection, guest.invitation)
        assert bonds.list_bonds(connection) == []
        with pytest.raises(UnknownRecord):
            bonds.allow(connection, guest.invitation, "d2")


def test_a_boards_own_link_is_not_for_the_board_of_another_one(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        links = [invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, name)) for name in "ab"]
        for link, board in zip(links, ("b1", "b2"), strict=True):
            assert link
            bonds.admit(connection, link.invitation, board)
        for link, board in zip(links, ("b2", "b1"), strict=True):
            assert link
            with pytest.raises(BoardNotAllowed):
                bonds.admit(connection, link.invitation, board)


def test_permission_for_one_board_lets_no_other_one_in_however_many_come_by_other_links(club: ClubStore) -> None:
    with club.transaction(writes=True) as connection:
        links = [invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, "PC", n)) for n in (1, 5)]
        small, large = (link.invitation for link in links if link)
        for number in range(5):
            bonds.admit(connection, large, f"c{number}")
        bonds.admit(connection, small, "b1")
        bonds.allow(connection, small, "b2")
        with pytest.raises(BoardNotAllowed):
            bonds.admit(connection, small, "b3")


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
        bonds.admit(connection, own, "b1")
        with pytest.raises(BoardNotAllowed):
            bonds.admit(connection, other, "b1")
        bonds.note_waiting(connection, other, "b1")
        assert [(bond.invitation, bond.is_allowed) for bond in bonds.list_bonds(connection)] == [
            (own, True),
            (other, False),
        ]
        bonds.allow(connection, other, "b1")
        for link in (own, other):
            bonds.admit(connection, link, "b1")
        bonds.admit(connection, other, "b2")
        with pytest.raises(BoardNotAllowed):
            bonds.admit(connection, own, "b2")
        invitations.end_invitation(connection, other)
        bonds.admit(connection, own, "b2")
