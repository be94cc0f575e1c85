"""The panel that tells at a glance how sure a board is, what it is learning, and which field to look at."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from treppe_host.deploy.running_board import tested
from treppe_host.finding import Finding, declining_reed, reading_together
from treppe_host.html import Html, html, joined
from treppe_host.link.diagnostics import part_of
from treppe_host.tune.health import Decline, declines, together_percent
from treppe_host.tune.learning import Learner
from treppe_host.tune.reed_health import ReedDecline
from treppe_host.web.texts.en import Texts
from treppe_host.words import part_name

_LEAST_KNOWN = 3
_MOST_NAMED = 5
_SIGNS = {"good": "✓", "learning": "◔", "look": "!"}


def glance(
    words: Texts,
    learner: Learner | None,
    display: Mapping[str, Any],
    surface: ModuleType,
    reeds: Sequence[ReedDecline] | None = None,
    odd: Sequence[tuple[str, dict[str, Any]]] = (),
) -> Html:
    """Return the panel, empty for a board that the store does not know; `odd` is what a self-test finds now."""
    if learner is None and reeds is None and not odd:
        return Html()
    bad, reeds = declines(learner, surface) if learner else [], reeds or ()
    fields = [each.field for each in bad] + [each.field for each in reeds]
    percent = together_percent(learner) if learner else 0
    together = [reading_together(percent)] if percent else []
    names = list(
        dict.fromkeys(
            [_name_of(diagnostic, words) for _, diagnostic in odd]
            + [each.name(words.LANGUAGE) for each in together]
            + [surface.NAMES[each] for each in fields]
        )
    )
    signs = [_sign_of_test(words, *each) for each in odd] + _untaught(words, learner, surface)
    signs += [f"{each.name(words.LANGUAGE)}: {_sentences(words, each, words.TUNE['calibration'])}" for each in together]
    signs += [_sign_of_age(words, each, surface) for each in bad]
    signs += [f"{surface.NAMES[each.field]}: {_sign_of_reed(words, each, surface)}" for each in reeds]
    lines = [_verdict(words, learner, display, names, surface), *(html("<p>{}</p>", each) for each in signs)]
    behind = _behind(words, learner, surface)
    if behind:
        lines.append(html("<details><summary>{}</summary>{}</details>", words.TUNE["behind"], behind))
    return joined(lines)


def _verdict(
    words: Texts, learner: Learner | None, display: Mapping[str, Any], bad: Sequence[str], surface: ModuleType
) -> Html:
    """Return the one line that says it all."""
    say = words.TUNE
    num_learned, most = display.get("learning") or (learner.num_known if learner else surface.FIELDS, surface.FIELDS)
    if bad:
        kind, text = "look", say["glance_look"].format(", ".join(bad[:_MOST_NAMED]))
    elif num_learned < most:
        kind, text = "learning", say["glance_learning"].format(known=num_learned, all=most)
    elif learner:
        kind, text = "good", say["glance_sure"].format(all=most, grams=_mean_sd_g(learner, surface))
    else:
        kind, text = "good", say["glance_reeds"]
    return html('<p class="verdict {}"><span aria-hidden="true">{}</span>{}</p>', kind, _SIGNS[kind], text)


def _untaught(words: Texts, learner: Learner | None, surface: ModuleType) -> list[str]:
    """Return what the board is learning, nothing if all its fields are known."""
    unknown = [field for field in range(surface.FIELDS) if learner and not learner.is_known(field)]
    if not unknown:
        return []
    names = [surface.NAMES[field] for field in unknown[:_MOST_NAMED]] + ["..."] * (len(unknown) > _MOST_NAMED)
    return [words.TUNE["glance_teach"].format(", ".join(names))]


def _sign_of_age(words: Texts, each: Decline, surface: ModuleType) -> str:
    if each.zero_g:
        return str(words.TUNE["zero_moves"].format(name=surface.NAMES[each.field], grams=each.zero_g))
    diagnostic = {"name": surface.NAMES[each.field], "before": each.before, "now": each.now, "games": each.games}
    return str(words.TUNE["declines"].format(**diagnostic))


def _sign_of_reed(words: Texts, each: ReedDecline, surface: ModuleType) -> str:
    """Return what the doctor finds about a reed, and what to do."""
    name = surface.NAMES[each.field]
    diagnostic = declining_reed(name, each.sign, each.before_percent, each.now_percent, each.games)
    return _sentences(words, diagnostic, words.TUNE["reed_check"])


def _sentences(words: Texts, finding: Finding, do: str) -> str:
    """Return what was found, and the advice to `do` something of the page."""
    found, advice = finding.found(words.LANGUAGE), finding.advised(words.LANGUAGE).format(do=do)
    return f"{found}. {advice[:1].upper()}{advice[1:]}"


def _name_of(diagnostic: Mapping[str, Any], words: Texts) -> str:
    named = diagnostic.get("field")
    return str(named) if named is not None else part_name(part_of(diagnostic), diagnostic, words.LANGUAGE)


def _sign_of_test(words: Texts, state: str, diagnostic: dict[str, Any]) -> str:
    """Return what the doctor says of a result, and what to do."""
    found = tested(state, diagnostic)
    return f"{found.name(words.LANGUAGE)}: {_sentences(words, found, words.DOCTOR['title'])}"


def _mean_sd_g(learner: Learner, surface: ModuleType) -> float:
    return sum(learner.full_sd_g(field) for field in range(surface.FIELDS)) / int(surface.FIELDS)


def _behind(words: Texts, learner: Learner | None, surface: ModuleType) -> Html:
    """Return what the verdict rests on."""
    say = words.TUNE
    if learner is None:
        return Html()
    games = {each.game for field in learner.fields for each in field.history}
    if not games:
        return html('<p class="soft">{}</p>', say["learns_nothing"])
    sds_g = [learner.full_sd_g(field) for field in range(surface.FIELDS)]
    worst = sorted(range(surface.FIELDS), key=lambda field: -sds_g[field])[:_LEAST_KNOWN]
    names = ", ".join(f"{surface.NAMES[field]} {sds_g[field]:.1f} g" for field in worst)
    count = sum(len(field.history) for field in learner.fields)
    return html('<p class="soft">{}</p>', say["learned_from"].format(count=count, games=len(games), names=names))
