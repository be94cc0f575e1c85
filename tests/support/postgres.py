"""A PostgreSQL server of this machine's own, on loopback, for the tests.

`python tests/support/postgres.py start FOLDER` starts one and prints its URL, `... stop FOLDER` ends it, `... find`
tells by its exit status whether PostgreSQL is installed. The tests use the one at the URL in TREPPE_POSTGRES; without
it they start their own, if PostgreSQL is installed.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_USER = "postgres"  # the server refuses to run as root


def find_program(name: str) -> str | None:
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(places[-1]) if places else shutil.which(name)


def start(folder: Path) -> str:
    """Start a server with its files in a new folder; return its URL, to which a database's name is to be added."""
    folder.mkdir(mode=0o700)
    if os.getuid() == 0:
        shutil.chown(folder, _USER, _USER)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    _run("initdb", folder, "--auth=trust", "--username=treppe", "--encoding=UTF8", "--no-sync")
    options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off"
    _run("pg_ctl", folder, "--silent", "--wait", f"--log={folder}/log", "--options", options, "start")
    return f"postgresql://treppe@127.0.0.1:{port}/"


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run a server for as long as the block lasts; yield its URL."""
    url = start(folder)
    try:
        yield url
    finally:
        stop(folder)


def stop(folder: Path) -> None:
    _run("pg_ctl", folder, "--silent", "--mode=immediate", "stop")
    shutil.rmtree(folder)


def _run(name: str, folder: Path, *arguments: str) -> None:
    program = find_program(name)
    assert program, f"{name} is not there: apt install postgresql"
    user = _USER if os.getuid() == 0 else None
    subprocess.run(
        [program, "-D", str(folder), *arguments], user=user, group=user, check=True, stdout=subprocess.DEVNULL, cwd="/"
    )


if __name__ == "__main__":
    if sys.argv[1] == "find":
        sys.exit(not find_program("initdb"))
    place = Path(sys.argv[2]).resolve()
    if sys.argv[1] == "start":
        print(start(place))
    else:
        stop(place)
