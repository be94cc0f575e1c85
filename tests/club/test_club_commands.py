"""`treppe club`: invitations are made, listed and ended, boards that wait are listed and allowed."""

import re

import pytest
from shell import Shell
from treppe_club import board_links, invitations
from treppe_club.store import ClubStore


@pytest.fixture
def club_shell(shell: Shell, club_url: str):
    return lambda *words: shell.run("--db", club_url, "club", *words)


def test_a_club_is_led_from_the_command_line(club_shell, club: ClubStore, shell: Shell, club_url: str) -> None:
    link = club_shell("invite", "board", "PC", "--url", "https://club.example/")
    token = re.fullmatch(r"https://club\.example/enter#(\S+)\n", link)
    club_shell("invite", "spectator", "The wall")
    assert club_shell("invitations").split() == ["1", "board", "PC", "2", "spectator", "The", "wall"]
    assert "there is no role 'king'" in "".join(shell.do("--db", club_url, "club", "invite", "king")[1:])
    with club.transaction(writes=True) as connection:
        principal = invitations.guest_of(connection, token[1])
        board_links.admit(connection, principal.invitation, "b1")
        board_links.note_waiting(connection, principal.invitation, "b2")
    assert [line.split() for line in club_shell("boards").splitlines()] == [
        ["1", "b1", "PC"],
        ["1", "b2", "PC", "waits:", "treppe", "club", "allow", "1", "b2"],
    ]
    club_shell("allow", "1", "b2")
    assert "waits" not in club_shell("boards")
    club_shell("revoke", "1")
    assert club_shell("boards") == "" and club_shell("invitations").split()[0] == "2"
