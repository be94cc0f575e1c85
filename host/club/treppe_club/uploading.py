"""The option `--club`: sends the games on the boards to a club's server."""

from collections.abc import Iterator
from contextlib import contextmanager

from treppe_host import terminal
from treppe_host.store.store import Store
from treppe_sim.folders import data_folder

from treppe_club.link import ClubLink
from treppe_club.uploader import Uploader


@contextmanager
def uploading(link: str, store: Store) -> Iterator[Uploader]:
    """Send boards' games to the club of a link for as long as the block lasts; raise BadLink."""
    uploader = Uploader(ClubLink(link), store, data_folder() / "clubs.json", terminal.say)
    uploader.begin()
    try:
        yield uploader
    finally:
        uploader.close()
