"""Limits of both ends: made from protocol.toml by `make protocol`."""

LINE_BYTES = 512
ANSWER_BYTES = 8_192
FILL_BYTES = 64
SESSION_LETTERS = 32
NAME_LETTERS = 32
ENDED_SESSIONS = 8
LEASE_MS = 3_000
STAY_MS = 10_000
RESEND_MS = 1_000
WINDOW = 64
QUEUE = 4
DAY_S = 90_000
EVENT_BYTES = 2_048
FILE_BYTES = 8_192
UNFINISHED = 32
GREET_MS = 500
REPEAT_MS = 500
RENEW_MS = 1_000
ASK_MS = 200
SILENT_MS = 3_500
GIVE_UP_MS = 5_000
LIMITS = {
    "line_bytes": LINE_BYTES,
    "answer_bytes": ANSWER_BYTES,
    "fill_bytes": FILL_BYTES,
    "session_letters": SESSION_LETTERS,
    "name_letters": NAME_LETTERS,
    "ended_sessions": ENDED_SESSIONS,
    "lease_ms": LEASE_MS,
    "stay_ms": STAY_MS,
    "resend_ms": RESEND_MS,
    "window": WINDOW,
    "queue": QUEUE,
    "day_s": DAY_S,
    "event_bytes": EVENT_BYTES,
    "file_bytes": FILE_BYTES,
    "unfinished": UNFINISHED,
    "greet_ms": GREET_MS,
    "repeat_ms": REPEAT_MS,
    "renew_ms": RENEW_MS,
    "ask_ms": ASK_MS,
    "silent_ms": SILENT_MS,
    "give_up_ms": GIVE_UP_MS,
}
