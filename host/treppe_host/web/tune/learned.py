"""What a board has learned from play, and which field wants a look, in words for the page of the sensors."""

from types import ModuleType

from treppe_host.html import Html, html, joined
from treppe_host.tune.health import declines
from treppe_host.tune.learning import Learner

_LEAST_KNOWN = 3


def learned(words: ModuleType, learner: Learner | None, surface: ModuleType) -> Html:
    """Return how sure the board is, what it has learned from, and its fields that decline."""
    say = words.TUNE
    if learner is None:
        return Html()
    games = {each.game for known in learner.fields for each in known.history}
    if not games:
        return html('<p class="soft">{}</p>', say["learns_nothing"])
    sds_g = [learner.full_sd_g(field) for field in range(surface.FIELDS)]
    worst = sorted(range(surface.FIELDS), key=lambda field: -sds_g[field])[:_LEAST_KNOWN]
    names = ", ".join(f"{surface.NAMES[field]} {sds_g[field]:.1f} g" for field in worst)
    count = sum(len(known.history) for known in learner.fields)
    first = say["learns"].format(known=learner.num_known, all=surface.FIELDS, grams=sum(sds_g) / len(sds_g))
    lines = [html("<p>{}</p>", first)]
    for each in declines(learner, surface):
        told = {"name": surface.NAMES[each.field], "before": each.before, "now": each.now, "games": each.games}
        lines.append(html("<p><strong>{}</strong></p>", say["declines"].format(**told)))
    rest = say["learned_from"].format(count=count, games=len(games), names=names)
    return joined([*lines, html('<p class="soft">{}</p>', rest)])
