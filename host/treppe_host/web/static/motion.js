/* Pieces move: along the way of an action, from the box, and to it; what a hand here drops is where it is at once. */
import { seenAt, unit } from "./lamps.js";

const MOVE_MS = 200;
const MOST = 16; // pieces that move at a time; more are another position
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const byId = (id) => document.getElementById(id);
let carried = null; // what a hand holds: its field, code, height, and its picture on the field if the hand is another one's

/* Note what stands on fields before it changes. */
function note(fields) {
  return fields.map((field) => {
    const stack = byId("stack" + field);
    const codes = stack?.dataset.codes?.match(/\S+/g) ?? [];
    return { field, codes, height: seenAt(field)?.height, pieces: codes.map((_, place) => stack.children[place]) };
  });
}

/* Show how what was noted came to what stands there now. `way` are the fields of the last action; `hand` is "own" while
   a hand here holds a piece, "other" while another one does, else empty; `dropped`: a hand here has just put one. */
function show(noted, way, hand, dropped) {
  const lost = [];
  const gained = [];
  const now = new Map(note(noted.map(({ field }) => field)).map((each) => [each.field, each]));
  for (const before of noted) {
    const after = now.get(before.field);
    let same = 0;
    while (same < before.codes.length && before.codes[same] === after.codes[same]) same += 1;
    const each = ({ field, height, codes, pieces }) => pieces.slice(same).map((piece, place) => ({ field, height, code: codes[same + place], piece }));
    lost.push(...each(before));
    gained.push(...each(after));
  }
  if (calm.matches || lost.length + gained.length > 2 * MOST) return;
  for (const piece of gained) arrive(piece, lost, way, dropped);
  if (!hand && carried) aside();
  else if (hand && lost.length === 1 && !carried) return lift(lost[0], hand === "other");
  for (const { field, piece } of lost) fade(lay(piece, field), toBox(field));
}

function arrive(piece, lost, way, dropped) {
  const isWay = way.length > 1 && way.at(-1) === piece.field;
  let place = lost.findIndex(({ field, code }) => (isWay && field === way[0]) || code === piece.code);
  const from = place >= 0 ? lost.splice(place, 1)[0] : carried;
  if (from && from === carried) {
    carried.mark?.remove();
    carried = null;
    if (dropped) return;
  } else if (dropped && !from) return;
  const via = isWay && from?.field === way[0] ? way.slice(1, -1) : [];
  const start = from ? shift(from.field, piece.field, from.height - piece.height) : toBox(piece.field);
  const steps = [start, ...via.map((field) => shift(field, piece.field, 0)), [0, 0]];
  const mark = lay(piece.piece, piece.field);
  piece.piece.animate({ opacity: [0, 0] }, MOVE_MS);
  run(mark, steps.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })));
}

/* Keep a piece in sight that another hand has lifted, until it stands again. */
function lift({ field, height, code, piece }, isOthers) {
  carried = { field, height, code, mark: isOthers ? lay(piece, field) : null };
}

function aside() {
  if (carried.mark) fade(carried.mark, toBox(carried.field));
  carried = null;
}

function fade(mark, [x, y]) {
  run(mark, [{ opacity: 1 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0 }]);
}

function run(mark, frames) {
  mark.animate(frames, { duration: MOVE_MS, easing: "ease-out" }).onfinish = () => mark.remove();
}

/* Return a picture of a piece over all others, on its field. */
function lay(piece, field) {
  const { x, y } = seenAt(field);
  const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
  place.setAttribute("transform", `translate(${x} ${y})`);
  const mark = place.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  mark.append(piece.cloneNode(true));
  byId("moving").append(place);
  return { animate: (...how) => mark.animate(...how), remove: () => place.remove() };
}

const shift = (from, to, up) => [seenAt(from).x - seenAt(to).x, seenAt(from).y - seenAt(to).y - up];

/* The way from a field to the hand's box beside the board, in the board's units; a little up where there is none. */
function toBox(field) {
  const box = document.querySelector(".hands")?.getBoundingClientRect();
  const from = byId("field" + field).getBoundingClientRect();
  if (!box?.width) return [0, -60];
  return [(box.left + box.width / 2 - from.left) / unit(), (box.top + box.height / 2 - from.top) / unit()];
}

export { note, show };
