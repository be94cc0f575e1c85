/* Stacks of pieces: each kind is drawn once in the page's `#pieces`, and set where one stands. */
const kindOf = (code) => document.getElementById("piece-" + code)?.dataset ?? {};
const words = () => document.getElementById("pieces").dataset;

/* Return a stack's drawing, the bottom piece first, with its height as a figure where pieces are stacked. */
function draw(codes) {
  let lift = 0;
  const parts = codes.map((code, place) => {
    const part = `<use href="#piece-${code}" class="level${Math.min(place + 1, 7)}" y="${-lift}"/>`;
    lift += Number(kindOf(code).high ?? 0);
    return part;
  });
  const height = codes.filter((code) => "BD".includes(code[0])).length;
  if (height && (height > 1 || codes[0] === "B")) parts.push(figure(height, lift, codes.at(-1)));
  return parts.join("");
}

function figure(height, lift, top) {
  const { front } = words();
  const isFront = top[0] === "O" && front;
  const [kind, x, y] = isFront ? ["front", 0, 0] : top[0] === "O" ? ["small", -24, 33] : ["", 0, 12];
  const place = isFront ? ` transform="${front}"` : ` x="${x}" y="${y}"`;
  return `<g class="${top[0] === "D" ? "disc" + top[1] : ""}" transform="translate(0 ${-lift})"><text class="height ${kind}"${place}>${height}</text></g>`;
}

/* Return the height of the middle of a stack's top above the board. */
function heightOf(codes) {
  return codes.reduce((sum, code, place) => sum + Number(kindOf(code)[place === codes.length - 1 ? "top" : "high"] ?? 0), 0);
}

/* Return a stack in words: `3 bricks, blue ball`. */
function nameOf(codes) {
  const bricks = codes.filter((code) => code === "B").length;
  const { empty, brick, bricks: many } = words();
  const names = codes.filter((code) => code !== "B").map((code) => kindOf(code).name);
  if (bricks) names.unshift(bricks === 1 ? brick : many.replace("{}", bricks));
  return names.join(", ") || empty;
}

export { draw, heightOf, nameOf };
