/* A game in a file: answers the page's scripts as the server would. The views' boards and all positions stand in it. */
import { answerBy } from "./outlet.js";
import { turnTo } from "./records.js";
import { settings } from "./settings.js";

const { game } = settings;

/* Return a position as a change of the page; a new view of the board comes with its board. */
function position({ place, view: name, is_new: isNew }) {
  const view = name in game.views ? name : "plan";
  const until = game.positions.slice(0, place + 1);
  const { html, body } = until.at(-1);
  const fields = Object.assign({}, ...until.map(({ changed }) => changed));
  return { html: isNew ? { ...html, "board-place": game.views[view] } : html, fields, body: { ...body, view } };
}

answerBy({ act() {}, ask: async (name, value) => (name === "position" ? position(value) : {}), renew() {} });
turnTo(0, true);
