"""The board's main loop, 100 times a second, over the parts that assembly has built, with table and link."""

import gc
import os
import sys
import time

import assembly
import figures
import settings
import starts
import tuning
from drivers import parts
from drivers.console import Console
from drivers.watchdog import Watchdog
from machine import unique_id
from treppe import VERSION, surfaces
from treppe.games import catalogue
from treppe.link import checking
from treppe.link.link import Link
from treppe.panel.light_bytes import Budget, Lights
from treppe.panel.sounds import FIGURES, Sounds
from treppe.play.quiet import Quiet
from treppe.runtime import CLOCK, const
from treppe.sensing.moved import Moved
from treppe.table import open_table

# MicroPython counts as garbage, too, what a call with many variables takes of the heap and gives back, so that a lower
# threshold would mean a collection several times a second.
_GARBAGE_BYTES = const(32_768)
# In a game no object stays for long: this part of what is free may fill until the next quiet moment. All of it would
# leave the heap in pieces: a list of 9 kB finds no room then.
_FREE_PART = const(2)
_FRAME_MS = const(10)
_EARLY_EVERY = const(3)  # frames, at most: the debouncing of reeds counts frames
_SHIFT_MS = const(5)  # so much later, now and then, during a self-test: always at the zeros, 50 Hz would not be seen
_SHIFT_EVERY = const(16)
_LOOK_MS = const(2)  # a look takes 0.3
_LONG_MS = const(20)  # a frame that has taken so long hears no host; what has taken so long to hear is obeyed next time
_MOST_UNHEARD = const(3)  # frames without a look at what a host says: as many as a lift is counted
_LAMPS_EVERY = const(3)  # frames: the strip is refreshed 33 times a second
_PIECE_MS = const(4)  # a piece of a program's thoughts takes less
_MOST_PIECES = const(5)  # in one frame, where no time passes while the board works
_SETTLED_MS = const(10_000)  # a start that has gone well for this long was a good one
_SOUND_MS = const(3_600_000)  # after an hour a crash has nothing to do with the ones before
SETTINGS = "/settings.json"


def draw_lot(count: int) -> int:
    """Return a random number from 0 to count - 1, for a small count."""
    return int.from_bytes(os.urandom(2), "little") % count


def _is_long(begun) -> bool:
    """Tell whether what has begun then has taken long already, so that the frame should end."""
    return time.ticks_diff(time.ticks_ms(), begun) >= _LONG_MS


class Board:
    """The whole controller, built for the surface that is plugged in."""

    def __init__(self, crash_path: str, feed, diagnostic: dict | None = None):
        """Build everything as soon as a surface is plugged in; `feed` keeps the watchdog quiet meanwhile.

        A crash of the last start is reported to the host, as is the launcher's `diagnostic`.
        """
        parts = assembly.Parts(SETTINGS, crash_path, feed)
        if diagnostic:
            parts.diagnostics.append(diagnostic)
        self._settings = parts.settings
        self._surface = parts.surface
        self.scanner, self.sensing, self.frame = parts.scanner, parts.sensing, parts.frame
        self._storage, self._journal = parts.storage, parts.journal
        self._lamps, self._supply, self._display = parts.lamps, parts.supply, parts.display
        self.buttons, self.piezo = parts.buttons, parts.piezo
        self._moved: Moved | None = None
        given = (self._keep_setting, draw_lot, parts.open_memory, self._look_at_parts, parts.display is not None)
        opened = self._journal.open_number or self._journal.lost_number
        is_left_out = opened > 0 and not starts.may_load("game", str(opened))
        self.table = open_table(parts.surface, self.sensing, self._journal, parts.settings, *given, is_left_out)
        parts.diagnostics += self._report_left_out()
        self._lights = Lights(parts.surface, self._lamps.grb)
        self._budget = Budget(self._surface.LIGHT_MA)
        self._light_ma = 0
        self.sounds = Sounds(self.table.view)
        identity, diagnostics = unique_id().hex(), parts.diagnostics
        hello = {"firmware": VERSION, "board": identity, "surface": parts.surface.NAME, "complaints": diagnostics}
        hello["surfaces"] = surfaces.NAMES
        hello["games"] = catalogue.names_on(parts.surface.NAME)
        self.link = Link(Console(), self._journal, hello, self._command, self._may_obey)
        self._image_version = self._slowest_ms = self._num_frames = 0
        self._shown_version = -1
        self._next_early = 0
        self._num_unheard = 0
        self._is_put_off = False  # a command, for once, as to hear it has taken long
        # A simulated world is as quick as the frames it is asked in.
        self._looks_between = sys.platform == "rp2" and hasattr(self.scanner, "has_changed")
        self._quiet = Quiet()
        self._is_starting = True
        self._offer_streams(self.table, self.sensing)

    def _report_left_out(self) -> list[dict]:
        """Show what was not loaded, as it has stopped the board, and record it once; return it as codes."""
        found = []
        for part in starts.left_out:
            diagnostic = {"code": starts.CODES[starts.PARTS.index(part)]}
            if part == "game":
                head = self._journal.last_head()
                diagnostic["title"] = catalogue.title(head["game"]) if head else "?"
            self.table.warnings.refuse(diagnostic)
            if part in starts.newly_left_out:
                self._journal.record_failure(diagnostic)
            found.append(diagnostic)
        return found

    def _offer_streams(self, table, sensing):
        offer, trace = self.link.stream, table.session.observed.trace
        offer("lamps", lambda: table.roles_version, lambda: {"roles": str(table.roles, "ascii")})
        offer("image", lambda: self._image_version, lambda: {"fields": sensing.image.hex()})
        offer("display", lambda: table.display_version, lambda: table.display)
        offer("explain", lambda: trace.version, lambda: trace.message)
        # For tuning: each scan as it comes, and the calibration that gives its readings a meaning.
        offer("calibration", lambda: sensing.serial, lambda: {"record": sensing.record().hex()})
        offer("raw", lambda: self._num_frames, lambda: {"n": self._num_frames, "frame": bytes(self.frame).hex()})
        offer("moved", lambda: self._moved.version if self._moved else 0, self._tell_moved)

    def _command(self, name, fields):
        """Carry out a host's command, the table's among them; raise ValueError where it is none or does not fit."""
        if name == "ping":
            return {}
        checking.check(name, fields)
        if name == "figures":
            return self._figures()
        if name == "frame":
            return {"hex": bytes(self.frame).hex()}
        if name == "settings":
            return tuning.change(self._settings, self.sensing, self._surface, fields, SETTINGS)
        return self.table.begin_command(name, fields)

    def may_be_stopped(self) -> bool:
        """Tell whether Ctrl-C comes from a host, and not from whatever sends a byte 3 to all ports."""
        return self.link.is_greeted

    def _may_obey(self):
        """Tell whether a host's command can be carried out in this frame."""
        return not self.table.is_changing

    def _keep_setting(self, name, value):
        """Let a setting take effect and keep it; raise InvalidSettings."""
        settings.check(name, value, self._surface)
        changed = dict(self._settings)
        changed[name] = value
        if settings.of_sensing({name: value}):
            self.sensing.apply(changed)
        saved = settings.read(SETTINGS, self._surface)[0]
        saved[name] = value
        settings.write(SETTINGS, self._surface, saved)
        self._settings[name] = value
        self.piezo.may_sound = self._settings["sound"]

    def _figures(self) -> dict:
        """Return what `treppe doctor` asks."""
        answer = figures.take(self._storage, self._supply, self.link, self._slowest_ms)
        self._slowest_ms = 0
        return answer

    def _look_at_parts(self):
        """Test supply, lamps, identity, select lines, memory and display."""
        return parts.look(self._surface.__name__.split(".")[-1], self._supply, self._lamps, self.scanner)

    def suspect_game(self):
        """Let the game that is open be what has stopped the board, should it stop now."""
        if self._journal.open_number:
            starts.suspect("game", str(self._journal.open_number))

    def show_crash(self):
        """Light every fourth lamp red: the firmware has crashed and restarts."""
        self.suspect_game()
        grb = self._lamps.grb
        for at in range(len(grb)):
            grb[at] = 40 if at % 12 == 1 else 0
        self._lamps.show()

    def run(self, feed, settled=None, sound=None):
        """Scan, explain, light and talk, 100 times a second, until Ctrl-C; `feed` keeps the watchdog quiet.

        `settled` is called when it has gone well for a while, `sound` after an hour.
        """
        frame = self.frame
        now_ms = 0
        last = due = time.ticks_ms()
        while True:
            ticks = time.ticks_ms()
            now_ms = (now_ms + time.ticks_diff(ticks, last)) & CLOCK
            last = ticks
            feed()
            self.scanner.scan(frame)
            self._tick(frame, now_ms)
            self._num_frames += 1
            self.show_lights(now_ms, self._num_frames % _LAMPS_EVERY == 0)
            # After the lamps, for which people wait: to put an image into words takes 5 ms.
            self.link.talk()  # a record does not wait for what a host says
            if self._has_time_to_listen(ticks):
                heard = time.ticks_ms()
                is_ordered = self.link.listen(now_ms)
                self._is_put_off = is_ordered and not self._is_put_off and _is_long(heard)
                if is_ordered and not self._is_put_off:
                    self.link.obey()
                self.link.talk()
            self.show_display()
            self.collect_garbage(now_ms)
            due = time.ticks_add(due, _FRAME_MS)
            if self.table.examining and not self._num_frames % _SHIFT_EVERY:
                due = time.ticks_add(due, _SHIFT_MS)
            for _ in range(_MOST_PIECES):  # what is left of the frame, a program of the board may think
                if time.ticks_diff(due, time.ticks_ms()) < _PIECE_MS or not self.table.think_ahead():
                    break
            spare_ms = time.ticks_diff(due, time.ticks_ms())
            self._slowest_ms = max(self._slowest_ms, _FRAME_MS - spare_ms)
            if settled and now_ms > _SETTLED_MS:
                settled()
                settled = None
            if sound and now_ms > _SOUND_MS:
                self.suspect_game()  # it has run for some time, too
                sound()
                sound = None
            if spare_ms < 0:
                due = time.ticks_ms()  # missed frames are not made up for
                time.sleep_ms(0)
            elif self._rest(due, frame):
                due = time.ticks_ms()

    def _has_time_to_listen(self, begun):
        """Tell whether a host's line may be read, which takes 9 ms, in a frame that has begun then.

        It waits, for some frames at most, while a reed is counted, whose light would come later, or when the frame
        has taken long already.
        """
        self._num_unheard += 1
        if (_is_long(begun) or self.sensing.is_counting) and self._num_unheard <= _MOST_UNHEARD:
            return False
        self._num_unheard = 0
        return True

    def _rest(self, due, frame):
        """Sleep until the next frame is due, or until a reed has changed: True.

        A lift has to be seen in three frames before its light, and so the first of them comes up to 7 ms sooner.
        """
        spare_ms = time.ticks_diff(due, time.ticks_ms())
        if not self._looks_between or self._num_frames < self._next_early:
            time.sleep_ms(max(0, spare_ms))
            return False
        while spare_ms > 0:
            if self.scanner.has_changed(frame):
                self._next_early = self._num_frames + _EARLY_EVERY
                return True
            time.sleep_ms(min(_LOOK_MS, spare_ms))
            spare_ms = time.ticks_diff(due, time.ticks_ms())
        return False

    def _tell_moved(self):
        return self._moved.message() if self._moved else {}

    def _note_moved(self, frame, now_ms):
        """Keep what the sensors read for a host that asks for it."""
        if not self.link.is_asked_for("moved"):
            self._moved = None
            return
        if not self._moved:
            self._moved = Moved(self.sensing)
        self._moved.take(frame, now_ms)

    def _tick(self, frame, now_ms):
        self._journal.take_time(now_ms)
        if self.sensing.update(frame):
            self._image_version += 1
        self._note_moved(frame, now_ms)
        self.table.session.note_host(self.link.lease_active)
        presses = self.buttons.scan()
        self.table.tick(now_ms, presses)
        sound = self.sounds.due()
        if sound:
            self.piezo.play_figure(FIGURES[sound], now_ms)
        self.piezo.tick(now_ms)

    def collect_garbage(self, now_ms):
        """Collect garbage while no player waits for a light: else the collector would run in the midst of a move."""
        table = self.table
        version = self._image_version + table.roles_version + table.display_version
        if not self.sensing.is_counting and self._quiet.is_due(now_ms, version):
            if self._looks_between and self.scanner.has_changed(self.frame):
                return  # a piece was lifted since the scan
            gc.collect()
            if self._is_starting:  # what is free takes 8 ms to count
                self._is_starting = False
                gc.threshold(max(_GARBAGE_BYTES, gc.mem_free() // _FREE_PART))

    def show_display(self):
        """Let the display follow the session, a line a frame."""
        if self._display:
            if self.table.display_version != self._shown_version:
                self._shown_version = self.table.display_version
                self._display.show(self.table.display["lines"])
            self._display.tick()

    def show_lights(self, now_ms, is_due):
        """Send changed lamps at once, unchanged ones now and then: the strip may have missed a frame."""
        if self._lamps.is_busy():
            return  # halves of two frames together could draw more current than either
        self._look_at_supply(now_ms)
        table = self.table
        # Few variables: a call with more than eleven takes its room from the heap, in each frame.
        if (
            self._lights.show(
                table.roles, table.roles_version, now_ms, self._settings["brightness_percent"], self._light_ma
            )
            or is_due
        ):
            self._lamps.show()

    def _look_at_supply(self, now_ms):
        """Let the lamps draw what the supply gives; tell the table of one that sags."""
        table, supply_mv = self.table, self._supply.read_mv()
        self._light_ma = self._budget.look(self._supply.feeds_lamps(), supply_mv, now_ms)
        if self._budget.is_weak != (table.sag_mv > 0):
            table.sag_mv = max(1, supply_mv) if self._budget.is_weak else 0


def run(crash_path: str = "", settled=None, sound=None, diagnostic: dict | None = None):
    """Build the board and run it (see `Board.run`), the watchdog on; the lamps show a crash, which is raised.

    `diagnostic`: what the launcher has found wrong, as a code. Raises SystemExit where a host has stopped it by Ctrl-C.
    """
    watchdog = Watchdog()
    try:
        board = Board(crash_path, watchdog.feed, diagnostic)
        gc.threshold(_GARBAGE_BYTES)  # not before: each collection would make the start 30 ms longer
        try:
            board.run(watchdog.feed, settled, sound)
        except KeyboardInterrupt:
            if board.may_be_stopped():
                raise SystemExit
            raise
        except Exception:
            board.show_crash()
            raise
    finally:
        watchdog.stop()
