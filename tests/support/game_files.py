"""Reads files of games from a text."""

from io import BytesIO

from treppe_host.records.exchange import import_games
from treppe_host.records.file_check import pieces_of
from treppe_host.records.notation_reader import read_text
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store


def file_of(text: str) -> BytesIO:
    return BytesIO(text.encode("utf-8", "surrogatepass"))


def import_text(store: Store, text: str, name: str = "file") -> tuple[int, int]:
    return import_games(store, file_of(text), name)


def read_sheets(text: str) -> list[ScoreSheet]:
    """Return the games of a text as they stand there, unchecked."""
    return [read_text(piece.decode(), line) for line, piece, _ in pieces_of(file_of(text))]
