"""Flash, line and host in trouble: small runs of `make bench-faults`."""

from pathlib import Path

import pytest
from port_troubles import kill_logs, lie_at_prompt
from store_troubles import kill_imports, trouble_store
from troubled_line import Rates, TroubledLine
from troubles import cut_power, feed_nonsense_to_board, feed_nonsense_to_host, kill_hosts, play_over_bad_line

pytestmark = [pytest.mark.long, pytest.mark.apart]


def test_power_cuts_lose_nothing_and_the_game_goes_on() -> None:
    found = cut_power(first=3, every=17, num_events=40)
    assert found["cuts"] > 8 and found["written_but_not_shown"] < found["cuts"]
    assert found["lost"] == found["doubled"] == found["stuck"] == 0, found


@pytest.mark.parametrize(
    "rates",
    [
        Rates(lost=0.01, repeated=0.01, flipped=1e-4),
        Rates(lost=0.05, repeated=0.05, cut=0.05, flipped=1e-3),
        Rates(delayed=0.1),
    ],
)
def test_records_are_exact_over_a_bad_line(tmp_path: Path, rates: Rates) -> None:
    found = play_over_bad_line(4, f"sqlite:///{tmp_path}/games.db", rates=rates)
    assert found["events"] > 80 and found["lost"] == found["doubled"] == found["wrong"] == 0, found


def test_a_killed_host_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    found = kill_hosts(3, f"sqlite:///{tmp_path}/games.db")
    assert found["lost"] == found["doubled"] == found["acknowledged before it was stored"] == 0, found


def test_a_killed_log_at_a_port_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    found = kill_logs(3, f"sqlite:///{tmp_path}/games.db", tmp_path / "port")
    assert found["actions"] == 120 and found["lost"] == found["doubled"] == found["wrong"] == 0, found


def test_random_lies_at_the_prompt_write_backups_only_and_end_in_a_line(tmp_path: Path) -> None:
    found = lie_at_prompt(20, tmp_path)
    assert found["files"] and found["wrong"] == found["stuck"] == 0, found


def test_a_killed_import_leaves_nothing_and_is_made_again(tmp_path: Path) -> None:
    found = kill_imports(2, f"sqlite:///{tmp_path}/games.db", tmp_path, num_games=300)
    assert found["lost"] == found["doubled"] == found["wrong"] == 0 and found["killed too late"] < 2, found


def test_a_database_that_is_locked_or_full_for_a_while_loses_nothing(tmp_path: Path) -> None:
    found = trouble_store(4, tmp_path / "games.db")
    assert found["times that the log had to wait"] > 20 and found["imports refused"] == 4, found
    assert found["lost"] == found["doubled"] == found["wrong"] == 0, found


def test_nonsense_does_no_harm_to_the_board() -> None:
    found = feed_nonsense_to_board(5_000)
    assert found["bad lines"] > 3_000 and found["wrong commands"] == 0 and not found["wrong events"], found
    assert found["kilobytes more"] < 20_000


def test_nonsense_does_no_harm_to_the_host() -> None:
    found = feed_nonsense_to_host(20_000)
    assert found["bad lines"] > 10_000 and found["wrong events"] == 0, found
    assert found["kilobytes more"] < 20_000


def test_trouble_comes_by_its_rates_and_can_be_repeated() -> None:
    def heard(rates: Rates) -> list[bytes]:
        line = TroubledLine(rates, 3)
        return [line.carry(b"%08d\n" % number, number) for number in range(10_000)]

    assert b"".join(heard(Rates())) == b"".join(b"%08d\n" % number for number in range(10_000))
    assert heard(Rates(lost=0.1)) == heard(Rates(lost=0.1))
    assert 900 < heard(Rates(lost=0.1)).count(b"") < 1100
    assert 900 < sum(len(each) == 18 for each in heard(Rates(repeated=0.1))) < 1100
    assert 900 < sum(0 < len(each) < 9 or not each.endswith(b"\n") for each in heard(Rates(cut=0.1))) < 1100
    delayed = heard(Rates(delayed=0.1))
    assert 700 < delayed.count(b"") < 1100 and b"".join(delayed).count(b"\n") > 9_900
    changed = sum(each != b"%08d\n" % number for number, each in enumerate(heard(Rates(flipped=1e-2))))
    assert 750 < changed < 1000
