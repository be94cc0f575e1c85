/* A game in a file: answers the page's scripts as the server would. The views' boards, the drawings of their stacks, and
   what each position changes in the one before it stand in the file. */
import { answerBy } from "./outlet.js";
import { turnTo } from "./records.js";
import { settings } from "./settings.js";

const { game } = settings;

function stacks(view, place) {
  const standing = Object.assign({}, ...view.changes.slice(0, place + 1));
  return Object.fromEntries(Object.entries(standing).map(([field, drawing]) => [field, view.drawings[drawing]]));
}

/* Return a position as a change of the page; a new view of the board comes with its board. */
function position({ place, view: name, is_new: isNew }) {
  const view = game.views[name] ?? game.views.plan;
  const at = Math.min(place, game.positions.length - 1);
  const { html, body } = game.positions[at];
  return {
    html: isNew ? { ...html, "board-place": view.board } : html,
    fields: stacks(view, at),
    body: { ...body, view: view.name },
  };
}

answerBy({ act() {}, ask: async (name, value) => (name === "position" ? position(value) : {}), renew() {} });
turnTo(0, true);
