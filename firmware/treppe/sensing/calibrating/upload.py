"""A calibration that a host sends in pieces; hands do nothing."""

from treppe.sensing.calibrating.guided import GuidedProcedure
from treppe.sensing.calibration import CalibrationError
from treppe.sensing.stored import decode

_LONGEST = 1022


class CalibrationUpload(GuidedProcedure):
    """A GuidedProcedure without hands: a host sends the record in pieces; `progress` counts bytes."""

    def __init__(self, surface, size: int):
        """Take the record's size in bytes; raise CalibrationError."""
        if not isinstance(size, int) or not 0 < size <= _LONGEST:
            raise CalibrationError({"code": "calibration_size", "size": size, "most": _LONGEST})
        super().__init__(surface)
        self.request = {"code": "receive_calibration"}
        self._record = bytearray(size)
        self.progress = (0, size)

    def add(self, at: int, piece: bytes):
        """Take the piece that begins at byte `at`; raise CalibrationError when the whole cannot be used."""
        done, size = self.progress
        if at != done or at + len(piece) > size:
            raise CalibrationError({"code": "calibration_piece", "at": at, "due": done})
        self._record[at : at + len(piece)] = piece
        self.progress = (done + len(piece), size)
        if self.progress[0] == size:
            decode(bytes(self._record), self._surface)
            self.is_done = True
            self.request = {"code": "calibration_done"}

    def record(self) -> bytes:
        """Return the record that was sent."""
        return bytes(self._record)

    def _look(self):
        pass
