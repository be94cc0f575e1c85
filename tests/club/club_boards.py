"""PCs of a club, each with boards that play recorded games."""

from pathlib import Path

from played_boards import PlayedBoard
from treppe_club.link import ClubLink
from treppe_club.uploader import Uploader
from treppe_host.store.store import Store


class FakeClient:
    """Stands in for a link's client: tells observers what happens on a board."""

    def __init__(self, board: str) -> None:
        self.board = board
        self.observers: dict[str, list] = {}

    def observe(self, name: str, observer: object) -> None:
        self.observers.setdefault(name, []).append(observer)

    def tell(self, name: str, message: dict | None = None) -> None:
        for observer in self.observers.get(name, ()):
            observer(message or {})


class ClubPc:
    """A PC with a store of its own that sends boards' events to a club."""

    def __init__(self, link: str, folder: Path, patience_s: tuple[float, float] = (0.05, 0.2)) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(f"sqlite:///{folder}/games.db")
        self.reported: list[str] = []
        self.uploader = Uploader(
            ClubLink(link), self.store, folder / "clubs.json", self.reported.append, patience_s=patience_s
        )
        self.clients: dict[str, FakeClient] = {}

    def begin(self) -> None:
        self.uploader.begin()

    def plug(self, board: PlayedBoard) -> int:
        """Connect a board; return the number of its last event that this PC has."""
        client = self.clients[board.board] = FakeClient(board.board)
        self.uploader.attach(client)
        last = self.store.connect_board(board.hello())
        client.tell("connected", board.hello())
        return last

    def store_events(self, board: PlayedBoard, events: list[dict]) -> None:
        self.store.add_events(board.board, events)
        for event in events:
            self.clients[board.board].tell("event", event)

    def play(self, board: PlayedBoard, count: int = 1) -> None:
        """Play so many events on a board."""
        self.store_events(board, [board.next_event() for _ in range(count)])

    def close(self) -> None:
        self.uploader.close()
        self.store.close()
