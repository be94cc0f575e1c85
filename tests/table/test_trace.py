from treppe.tracking.observed import Trace


def test_each_change_is_told_with_the_hundredths_of_a_second_since_the_one_before():
    trace = Trace()
    trace.see(3, 1, 1000)
    trace.see(4, 0, 1259)
    trace.see(3, 0, 1259)
    trace.see(5, 2, 10_000_000)
    assert trace.note("seen", ["a1"], [], b"\x01", b"\x02") == "0301006404000019030000000502ffff"
    assert trace.message["words"] == ["a1"] and (trace.message["changed"], trace.message["back"]) == ("01", "02")
    assert trace.note("seen", [], [], b"", b"") == ""


def test_the_last_48_changes_are_kept_and_each_record_is_another_version():
    trace = Trace()
    for field in range(49):
        trace.see(field, 1, 0)
    seen = bytes.fromhex(trace.note("seen", [], [], b"", b""))
    assert [seen[at] for at in range(0, len(seen), 4)] == list(range(1, 49)) and seen[:4] == b"\x01\x01\x00\x00"
    before = trace.version
    trace.note("OK", [], [], b"", b"")
    assert trace.version == before + 1
