"""Others find the page: the address that a phone can open, and its QR code."""

from ipaddress import ip_address

import segno
from treppe_host.web.invitation import as_blocks, as_picture, reachable

ADDRESS = "http://192.168.1.20:8080/"


def test_a_page_for_all_addresses_is_told_by_one_that_others_can_open():
    assert reachable("127.0.0.1") == "127.0.0.1" and reachable("192.168.1.20") == "192.168.1.20"
    assert reachable("localhost") == "localhost"
    found = reachable("0.0.0.0")
    assert found == "localhost" or not ip_address(found).is_unspecified


def test_the_terminal_shows_the_code_two_rows_a_line():
    wanted = [[not dark for dark in row] for row in segno.make(ADDRESS, micro=False).matrix_iter(border=2)]
    lines = list(as_blocks(ADDRESS))
    shown = [[letter in letters for letter in line] for line in lines for letters in ("█▀", "█▄")]
    assert shown[: len(wanted)] == wanted and len(shown) - len(wanted) in (0, 1)


def test_the_picture_has_no_size_and_no_script():
    picture = as_picture(ADDRESS)
    assert picture.startswith("<svg") and "viewBox" in picture and "<script" not in picture and "http" not in picture
