/* A board of the club: its ground is drawn once for all tables, its pieces are groups by field. */
const SVG = "http://www.w3.org/2000/svg";

function makeBoard(ground) {
  const symbol = document.getElementById(ground);
  const box = symbol.getAttribute("viewBox");
  const board = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  board.setAttribute("viewBox", box);
  board.setAttribute("class", symbol.getAttribute("class"));
  board.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${ground}`);
  const [left, top, width, height] = box.split(" ");
  for (const [name, value] of Object.entries({ x: left, y: top, width, height })) use.setAttribute(name, value);
  board.marks = document.createElementNS(SVG, "g");
  board.places = {};
  board.groups = {};
  board.append(use, board.marks);
  for (const [field, x, y] of symbol.dataset.places.split(" ").map((place) => place.split(":"))) {
    board.places[field] = [x, y];
    board.groups[field] = document.createElementNS(SVG, "g");
    board.groups[field].setAttribute("transform", `translate(${x} ${y})`);
    board.append(board.groups[field]);
  }
  board.ratio = width / height;
  return board;
}

function put(board, fields) {
  for (const [field, drawing] of Object.entries(fields)) if (board.groups[field]) board.groups[field].innerHTML = drawing ?? "";
}

function mark(board, fields) {
  board.marks.replaceChildren();
  for (const [x, y] of fields.map((field) => board.places[field]).filter(Boolean)) {
    const ring = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x: x - 45, y: y - 45, width: 90, height: 90, rx: 12, class: "mark" })) ring.setAttribute(name, value);
    board.marks.append(ring);
  }
}

export { makeBoard, mark, put };
