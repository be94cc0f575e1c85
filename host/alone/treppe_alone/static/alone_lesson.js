/* A lesson in the page without a server: the first steps of a game, each an action that the learner does; the page plays
   those of the others. */
import { state } from "./alone_state.js";
import { refuse } from "./alone_words.js";
import { html } from "./safe_html.js";

const WORDS_A_LINE = 20; // so many fit a line of the link
const PAUSE_MS = 600; // before somebody else's action, so that people see what theirs has done

/* What the record says of the lesson on the board: the word that is due, whether it is the learner's, at which step he is.
   Null without a lesson, or when people have left it. */
function due(position) {
  const { lesson } = state;
  if (!lesson || position?.game !== lesson.game) return null;
  const at = position.notations.length;
  if (position.notations.some((word, place) => word !== lesson.notations[place])) return null;
  return {
    word: lesson.notations[at] ?? "",
    isLearners: lesson.places.includes(at),
    isBegun: at >= lesson.before,
    isDone: at === lesson.notations.length,
    step: 1 + lesson.places.filter((place) => place < at).length,
  };
}

/* The one action that the learner may play now; empty where the rules alone count. */
function only(position) {
  const now = due(position);
  return now?.isBegun && now.isLearners ? now.word : "";
}

/* Whether the page plays for the player to move: a program, or the others of a lesson. */
function isPlaying(position) {
  const now = due(position);
  return state.level > 0 || !!(now && !now.isDone && !only(position));
}

/* Lay out the position in which a lesson begins, until people ask for another game. Weighing cells take what comes at once on several fields for an arm. */
async function layOut() {
  const { lesson } = state;
  const { before, notations, game } = lesson;
  const weighs = state.boards.felt[state.boards.games[game].surface].weighs;
  const most = weighs ? 1 : WORDS_A_LINE;
  for (let first = 0; first < before && state.lesson === lesson; first += most) {
    await state.board.link.order("play", { words: notations.slice(first, Math.min(before, first + most)), laid: true });
    if (weighs) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/* Go on after an event: the board shows the learner's action, that of others is played. */
function goOn(position, play) {
  const now = due(position);
  if (state.lesson && position?.notations.length && !now) state.lesson = null;
  const at = position?.notations.length;
  if (!now?.isBegun || now.isDone || state.lesson.asked === at) return;
  const { lesson } = state;
  lesson.asked = at;
  if (now.isLearners) state.board.link.order("want", { words: [now.word] }).catch(refuse);
  else setTimeout(() => state.lesson === lesson && lesson.asked === at && play([now.word]), PAUSE_MS);
}

/* End a lesson: what is legal counts again. */
function skip() {
  state.lesson = null;
  state.board.link.order("want", { words: [] }).catch(refuse);
}

/* The card in place of whose turn it is: heading and text. */
function card(position) {
  const now = due(position);
  if (!now) return null;
  const { lesson, coach } = state.words;
  const [goal, ...steps] = coach[position.game];
  if (now.isDone) return { heading: lesson.done, text: `${lesson.so} ${goal}` };
  const heading = lesson.at.replace("{}", now.step).replace("{}", state.lesson.places.length);
  return { heading, text: now.step === 1 ? html`<em>${goal}</em> ${steps[0]}` : steps[now.step - 1] };
}

/* What may be chosen besides the action that is due. */
function choices(position) {
  const now = due(position);
  if (!now) return [];
  const { play, again, skip: leave } = state.words.lesson;
  if (!now.isDone) return [html`<button data-emit="skip" id="skip-lesson">${leave}</button>`];
  const once = html`<button data-emit="learn" id="learn-again">${again}</button>`;
  return [html`<button class="primary" data-emit="begin" id="play-learned">${play}</button>`, once];
}

export { card, choices, goOn, isPlaying, layOut, only, skip };
