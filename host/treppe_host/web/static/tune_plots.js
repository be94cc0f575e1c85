/* The plots of the sensors' page: readings over time with their thresholds, and how often which reading came. */
let isCell = true;
let words = {};
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function prepare(id, height) {
  const canvas = document.getElementById(id);
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = "11px system-ui, sans-serif";
  pen.lineJoin = "round";
  return [pen, width, height];
}

function range(lists, lines) {
  if (!isCell) return [-0.15, 1.15];
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) for (const value of list) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  for (const { low: least, high: most, lift } of lines) {
    low = Math.min(low, least ?? low, lift ?? low);
    high = Math.max(high, most ?? high);
  }
  if (low > high) return [-6, 18];
  const pad = 0.06 * (high - low) + 0.5;
  return [low - pad, high + pad];
}

/* Draw the last readings of the chosen fields: `shown` are their buffers, `count` readings are shown. */
function draw(shown, view) {
  isCell = view.isCell;
  words = view.words;
  const { count } = view;
  const recent = shown.map(({ readings }) => readings.slice(-count));
  const [low, high] = range([...recent, ...shown.map(({ taken }) => taken.slice(-count))], shown.map(({ lines }) => lines));
  drawTrace(shown, recent, view, low, high);
  drawHistogram(recent, low, high);
}

function drawTrace(shown, recent, { count, windowS }, low, high) {
  const [pen, width, height] = prepare("trace", 210);
  const left = 40;
  const bottom = 18;
  const x = (at, length) => left + ((width - left - 4) * (count - length + at)) / count;
  const y = (value) => (height - bottom) * (1 - (value - low) / (high - low));
  const soft = colour("--soft");
  pen.strokeStyle = colour("--edge");
  pen.fillStyle = soft;
  pen.lineWidth = 1;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  const step = isCell ? [1, 2, 3, 6, 12, 24].find((each) => (high - low) / each <= 7) ?? 48 * 2 ** Math.ceil(Math.log2((high - low) / 336)) : 1;
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    pen.beginPath();
    pen.moveTo(left, y(value));
    pen.lineTo(width, y(value));
    pen.stroke();
    pen.fillText(isCell ? value + " g" : String(value), left - 6, y(value));
  }
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  for (let ago = 0; ago <= windowS; ago += windowS / 5) {
    const at = left + (width - left - 4) * (1 - ago / windowS);
    pen.textAlign = ago ? "center" : "right";
    pen.fillText(ago ? `−${ago} s` : "0 s", at, height - 3);
  }
  shown.forEach((buffer, number) => {
    pen.strokeStyle = colour("--series" + number);
    drawLines(pen, buffer.lines, left, width, y, number === shown.length - 1);
    drawSteps(pen, buffer.taken.slice(-count), x, y);
    const readings = recent[number];
    pen.lineWidth = 1.4;
    pen.globalAlpha = 1;
    pen.beginPath();
    readings.forEach((value, at) => {
      const [px, py] = [x(at, readings.length), y(value)];
      if (at) isCell ? pen.lineTo(px, py) : (pen.lineTo(px, y(readings[at - 1])), pen.lineTo(px, py));
      else pen.moveTo(px, py);
    });
    pen.stroke();
  });
}

function drawLines(pen, lines, left, width, y, isNamed) {
  pen.lineWidth = 1;
  pen.fillStyle = pen.strokeStyle;
  for (const [name, value] of Object.entries(lines)) {
    pen.setLineDash(name === "lift" ? [2, 3] : [6, 4]);
    pen.globalAlpha = 0.75;
    pen.beginPath();
    pen.moveTo(left, y(value));
    pen.lineTo(width, y(value));
    pen.stroke();
    if (isNamed) {
      pen.textAlign = "left";
      pen.textBaseline = name === "high" ? "bottom" : "top";
      const shift = name === "lift" ? 70 : 4;
      pen.fillText(words[name], left + shift, y(value) + (name === "high" ? -2 : 2));
    }
  }
  pen.setLineDash([]);
}

function drawSteps(pen, taken, x, y) {
  pen.globalAlpha = 0.3;
  pen.lineWidth = 4;
  pen.beginPath();
  taken.forEach((value, at) => {
    const px = x(at, taken.length);
    if (at) {
      if (value !== taken[at - 1]) pen.lineTo(px, y(taken[at - 1]));
      pen.lineTo(px, y(value));
    } else pen.moveTo(px, y(value));
  });
  pen.stroke();
}

function drawHistogram(recent, low, high) {
  const [pen, width, height] = prepare("histogram", 96);
  const left = 40;
  const bins = isCell ? 80 : 2;
  const room = width - left - 4;
  const tables = recent.map((readings) => {
    const counts = new Array(bins).fill(0);
    for (const value of readings) counts[Math.max(0, Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins)))] += 1;
    return counts;
  });
  const most = Math.max(1, ...tables.flat());
  tables.forEach((counts, number) => {
    pen.fillStyle = colour("--series" + number);
    pen.globalAlpha = recent.length > 1 ? 0.6 : 0.85;
    counts.forEach((count, at) => {
      const tall = ((height - 18) * count) / most;
      if (count) pen.fillRect(left + (room * at) / bins, height - 18 - tall, Math.max(1, room / bins - 1), tall);
    });
  });
  pen.globalAlpha = 1;
  pen.fillStyle = colour("--soft");
  pen.strokeStyle = colour("--edge");
  pen.textBaseline = "alphabetic";
  pen.beginPath();
  pen.moveTo(left, height - 17.5);
  pen.lineTo(width, height - 17.5);
  pen.stroke();
  const marks = isCell ? [0, 0.25, 0.5, 0.75, 1] : [0.25, 0.75];
  for (const part of marks) {
    pen.textAlign = part === 0 ? "left" : part === 1 ? "right" : "center";
    const value = low + part * (high - low);
    pen.fillText(isCell ? value.toFixed(1) + " g" : part > 0.5 ? "1" : "0", left + room * part, height - 4);
  }
}

export { draw };
