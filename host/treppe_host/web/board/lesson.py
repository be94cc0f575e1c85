"""What the page says in a lesson: the step that is due, and what comes after the last one."""

from treppe_host.html import Html, html
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts
from treppe_host.web.connections.coach import Coach
from treppe_host.web.texts.en import Texts


def card(words: Texts, game: FollowedGame, coach: Coach) -> Html:
    """Return the card in place of whose turn it is."""
    goal, *steps = texts.game_words(words, game.name).coach
    say, (step, count) = words.LESSON, coach.step
    if coach.is_done:
        return html("<strong>{}</strong><span>{} {}</span>", say["done"], say["so"], goal)
    intro = html("<em>{}</em> ", goal) if step == 1 else Html()
    headline = say["at"].format(step, count)
    return html("<strong>{}</strong><span>{}{}</span>", headline, intro, steps[step - 1])


def choices(words: Texts, game: FollowedGame, coach: Coach) -> Html:
    """Return the buttons of a lesson: leave it; after it play the game, or have it again."""
    say = words.LESSON
    if not coach.is_done:
        return html('<button data-emit="skip" id="skip-lesson">{}</button>', say["skip"])
    return html(
        '<button class="primary" data-open="new-game" id="play-learned">{}</button>'
        '<button data-learn="{}" id="learn-again">{}</button>',
        say["play"],
        game.name,
        say["again"],
    )
