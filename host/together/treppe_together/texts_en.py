"""What the page says of another board, in English."""

TOGETHER = {
    "other": "The other side",
    "asked": "Waiting for an answer: {}",
    "ask": "{} asks to take back {}.",
    "offer": "{} offers a draw.",
    "claim": "{}'s PC shows moves or answers of yours that this PC does not know. Are they yours? {}",
    "grant": "Agree",
    "refuse": "Refuse",
    "failed": "The other board waits: {}",
    "no_broker": "The broker between the boards cannot be reached. Play on: your actions are sent later.",
    "away": "{} is not connected. Play on: your actions are sent later.",
    "hints": "{} gets hints.",
}
