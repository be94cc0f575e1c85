/* The lamps: rings of light on a canvas under the pieces, their marks on another one over them.

   All of a board's may change ten times a second, so each kind is drawn once and then stamped where it shines. */
import { settings } from "./settings.js";

const EIGHTH_MS = 125;
const DARK = 0.1; // of a lamp that is off for a moment; its ring stays faintly visible
const REACH = 58; // of a ring around its field's middle
const MARK_REACH = 40;
const HALF = 55; // of a tower's width, seen from the side
const FAR_CORNER = 30; // from the middle of its top
const EDGE = "#140c05"; // on any ground it or LIGHT can be seen
const LIGHT = "#fff6e4";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const places = new Map();
const stamps = new Map();
const sizes = new ResizeObserver(fit);
let board = null;
let isPaintDue = false;
let isMarkDue = false;
let clock = 0;
let pointed = null;

/* Take a freshly drawn board; its lamps are dark. */
function lay(drawn) {
  const ground = drawn.dataset.ground.split(" ").map(Number);
  const [left, top, width] = drawn.dataset.box.split(" ").map(Number);
  const [below, over] = drawn.querySelectorAll("canvas");
  board = { ground, left, top, width, below, over, outline: new Path2D(drawn.dataset.outline) };
  places.clear();
  stamps.clear();
  const [a, b, c, d] = ground;
  board.reach = REACH * Math.max(1, Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d));
  for (const { dataset } of drawn.querySelectorAll(".field")) {
    const { east, south } = dataset;
    const seen = { x: a * east + c * south, y: b * east + d * south };
    places.set(dataset.field, { ...seen, field: dataset.field, role: ".", height: 0, isOccupied: false });
  }
  drawn.onpointerover = ({ target }) => point(target.closest("[data-field]")?.dataset.field ?? target.closest("[data-over]")?.dataset.over);
  drawn.onpointerleave = () => point(null);
  sizes.disconnect();
  sizes.observe(drawn);
}

/* Return the page's pixels for a unit of the board. */
const unit = () => board.below.clientWidth / board.width;

/* Give a lamp a role. */
function shine(field, role) {
  change(field, { role });
}

/* Note the height of the stack on a lamp's field. */
function stand(field, height, isOccupied) {
  change(field, { height, isOccupied });
}

/* Tell whether the top of a field's stack lies behind a nearer tower, where the board is seen from the side. */
function isBehind({ x, y, height }) {
  const hides = (near) => {
    const corner = FAR_CORNER * (1 - Math.abs(near.x - x) / HALF);
    return near.height && near.y > y && corner > 0 && near.y - near.height - corner < y - height;
  };
  return board.ground[3] !== 1 && [...places.values()].some(hides);
}

function change(field, what) {
  Object.assign(places.get(field), what);
  isMarkDue = true;
  ask();
}

function point(field) {
  pointed = field ?? null;
  ask();
}

function ask() {
  if (isPaintDue) return;
  isPaintDue = true;
  requestAnimationFrame(paint);
}

function fit() {
  for (const canvas of [board.below, board.over]) {
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
    canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
  }
  stamps.clear();
  isMarkDue = true;
  ask();
}

function paint() {
  isPaintDue = false;
  const lit = [...places.values()].filter(({ role }) => settings.looks[role]);
  paintRings(lit);
  if (isMarkDue) paintMarks(lit);
  isMarkDue = false;
  clearTimeout(clock);
  const isBlinking = lit.some(({ role }) => settings.looks[role].rhythm !== 255);
  if (isBlinking && !calm.matches) clock = setTimeout(ask, EIGHTH_MS - (performance.now() % EIGHTH_MS));
}

function paintRings(lit) {
  const context = cleared(board.below);
  const eighth = Math.floor(performance.now() / EIGHTH_MS) % 8;
  for (const { x, y, role, field } of lit) {
    const look = settings.looks[role];
    if (look.ring === "pointed" && field !== pointed) continue;
    context.globalAlpha = calm.matches || (look.rhythm >> eighth) & 1 ? 1 : DARK;
    put(context, x, y, stamp(role, board.reach, (stamped) => drawRing(stamped, look)));
  }
}

function paintMarks(lit) {
  const context = cleared(board.over);
  for (const place of lit) {
    const { x, y, role, height, isOccupied } = place;
    const { mark, colour } = settings.looks[role];
    if (!mark) continue;
    context.globalAlpha = isBehind(place) ? 0.45 : 1;
    const scale = isOccupied ? 0.72 : 1;
    const aside = isOccupied ? 23 : 0;
    const kind = stamp(`${role} ${scale}`, MARK_REACH, (stamped) => drawMark(stamped, mark, colour, scale));
    put(context, x + aside, y - height - aside, kind);
  }
}

function cleared(canvas) {
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  return context;
}

const pixels = () => board.below.width / board.width;

/* Return a picture that is drawn once for this size of the board. */
function stamp(name, reach, draw) {
  if (!stamps.has(name)) {
    const side = 2 * Math.ceil(reach * pixels() + 1);
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext("2d");
    context.translate(canvas.width / 2, canvas.height / 2);
    context.scale(pixels(), pixels());
    draw(context);
    stamps.set(name, canvas);
  }
  return stamps.get(name);
}

function put(context, x, y, picture) {
  const left = (x - board.left) * pixels() - picture.width / 2;
  const top = (y - board.top) * pixels() - picture.height / 2;
  context.drawImage(picture, Math.round(left), Math.round(top));
}

/* A ring of light around the field, wide and soft below, narrow and bright above; what may be lifted has edges. */
function drawRing(context, { colour, ring }) {
  context.transform(...board.ground, 0, 0);
  context.fillStyle = context.strokeStyle = colour;
  context.globalAlpha = 0.13;
  context.fill(board.outline);
  context.globalAlpha = 0.34;
  context.lineWidth = 15;
  context.stroke(board.outline);
  context.globalAlpha = 1;
  const strokes = ring === "edges" ? [[EDGE, 14], [LIGHT, 11], [colour, 5]] : [[colour, 5]];
  for (const [style, width] of strokes) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke(board.outline);
  }
}

function drawMark(context, mark, colour, scale) {
  const shape = new Path2D(mark.path);
  context.scale(scale, scale);
  context.lineJoin = context.lineCap = "round";
  context.strokeStyle = EDGE;
  context.lineWidth = mark.is_line ? 14 : 7;
  context.stroke(shape);
  context.fillStyle = context.strokeStyle = colour;
  context.lineWidth = 7;
  if (mark.is_line) context.stroke(shape);
  else context.fill(shape);
  if (!mark.letter) return;
  context.font = "700 24px system-ui, sans-serif";
  context.textAlign = "center";
  context.strokeStyle = EDGE;
  context.lineWidth = 5;
  const letter = settings.letters[mark.letter] ?? mark.letter;
  context.strokeText(letter, 27, -3);
  context.fillStyle = "#fff";
  context.fillText(letter, 27, -3);
}

/* Where a field is seen, and how high its stack is. */
const seenAt = (field) => places.get(String(field));

export { lay, seenAt, unit, shine, stand, isBehind };
