"""Time of the simulated board: the PC's own, or a virtual one that only sleeping moves on.

Both wrap like a Pico's, at 2**30. Virtual time also gains a microsecond at each look, so that a loop which
polls the clock without sleeping ends.
"""

import channel
import utime

_PERIOD = 1 << 30
_HALF = 1 << 29
_clock = [True, 0, 0]  # virtual?, now_us of the virtual clock, PC's us at the start
_watch = [0]
_woken_us = [0]
# What takes longer on the PC's own clock, between two sleeps or in waking up, is a PC that is busy with other work.
_LONGEST_US = 500_000


def set_clock(is_virtual, start_us=0):
    """Choose the clock; `start_us` lets a test begin shortly before a wrap."""
    _clock[:] = [is_virtual, start_us, utime.ticks_us() - start_us]


def now_us():
    """Microseconds since the power came, without wrapping."""
    if _clock[0]:
        _clock[1] += 1
        return _clock[1]
    return utime.ticks_us() - _clock[2]


def ticks_us():
    return now_us() & _PERIOD - 1


def ticks_ms():
    return now_us() // 1000 & _PERIOD - 1


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    return ticks + delta & _PERIOD - 1


def ticks_diff(later, earlier):
    return (later - earlier + _HALF & _PERIOD - 1) - _HALF


def sleep_us(us):
    if _clock[0]:
        _clock[1] += max(0, us)
    elif us > 1000:
        utime.sleep_us(us)
    # A PC cannot sleep for less, and the simulated chips are settled at once.


def watch(until_us):
    """Let a sleep that begins after `until_us` be the watchdog's bite; the time that a busy PC takes does not count."""
    _watch[0] = until_us


def _excuse(us):
    if us > _LONGEST_US:
        _watch[0] += us - _LONGEST_US


def sleep_ms(ms):
    wait_us = max(0, ms) * 1000
    is_watched = _watch[0] > 0
    if is_watched and not _clock[0]:
        _excuse(now_us() - _woken_us[0])
    if is_watched and now_us() > _watch[0]:
        channel.exchange(channel.RESET, now_us(), 0)
    asleep_us = now_us()
    channel.exchange(channel.SLEEP, asleep_us, wait_us)
    if _clock[0]:
        _clock[1] += wait_us
        return
    _woken_us[0] = now_us()
    if is_watched:
        _excuse(_woken_us[0] - asleep_us - wait_us)


def sleep(seconds):
    sleep_ms(int(seconds * 1000))


def time():
    """Seconds since 2021-01-01, which is when a Pico without a clock believes to have been switched on."""
    return 1609459200 + now_us() // 1000000


def time_ns():
    return 1609459200 * 1000000000 + now_us() * 1000


def gmtime(seconds=None):
    return utime.gmtime(time() if seconds is None else seconds)


localtime = gmtime
mktime = utime.mktime
