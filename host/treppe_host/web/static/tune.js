"use strict";
/* The sensors' page: tiles, plots, sliders. What the sensors see is sent, nothing is decided here. */
const tune = (() => {
  const byId = (id) => document.getElementById(id);
  const RATE = 100;
  const MOST = 60 * RATE;
  let chosen = [];
  let windowS = 10;
  let isCell = true;
  const buffers = new Map();

  function fill(place, [large, small, corner, confidence, state, glow, role]) {
    const group = byId("tile" + place);
    if (!group) return;
    const set = (name, text) => {
      const part = group.querySelector("." + name);
      if (part && part.textContent !== text) part.textContent = text;
    };
    const signs = { p: "↓", r: "↑", "!": "✗", w: "✓" };
    group.dataset.state = state;
    group.dataset.role = role;
    set("large", signs[role] ?? large);
    set("small", small);
    set("corner", corner);
    const bar = group.querySelector(".bar");
    bar.setAttribute("width", (group.querySelector(".track").getAttribute("width") * confidence) / 100);
    group.style.setProperty("--glow", Math.abs(glow));
    group.classList.toggle("below", glow < 0);
    group.classList.toggle("poor", confidence < 40);
    const words = [group.dataset.name, large || "0", small, `±${corner.replace("±", "")}`, `${confidence} %`, tune.words[state]];
    group.setAttribute("aria-label", words.filter((word) => word && word !== "±").join(", "));
  }

  function add({ place, readings, taken, isNew, lines }) {
    if (isNew || !buffers.has(place)) buffers.set(place, { readings: [], taken: [], lines: {} });
    const buffer = buffers.get(place);
    buffer.readings.push(...readings);
    buffer.taken.push(...taken);
    for (const list of [buffer.readings, buffer.taken]) list.splice(0, Math.max(0, list.length - MOST));
    buffer.lines = lines;
  }

  function show(update) {
    if (update.cell !== undefined) {
      isCell = update.cell;
      byId("calibration-panel").classList.toggle("reeds", !isCell);
    }
    for (const [place, tile] of Object.entries(update.tiles ?? {})) fill(place, tile);
    if (update.chosen !== undefined) choose(update.chosen);
    for (const series of update.series ?? []) add(series);
    for (const [name, [value, text]] of Object.entries(update.settings ?? {})) {
      if (document.activeElement !== byId(name) || !isDragging) byId(name).value = value;
      byId("value_" + name).textContent = text;
    }
    for (const [name, isOn] of Object.entries(update.switches ?? {})) byId(name).checked = isOn;
    for (const [id, isHidden] of Object.entries(update.hidden ?? {})) byId(id).hidden = isHidden;
    for (const [id, isDisabled] of Object.entries(update.disabled ?? {})) byId(id).disabled = isDisabled;
    if (update.task) byId("task").scrollIntoView({ block: "nearest" });
    if (update.series?.length || update.chosen) draw();
  }

  function choose(places) {
    chosen = places;
    for (const group of document.querySelectorAll(".tile")) {
      const number = places.indexOf(Number(group.dataset.tile));
      group.classList.remove("series0", "series1", "series2");
      group.classList.toggle("chosen", number >= 0);
      group.setAttribute("aria-pressed", String(number >= 0));
      if (number >= 0) group.classList.add("series" + number);
    }
    for (const place of [...buffers.keys()]) if (!places.includes(place)) buffers.delete(place);
  }

  /* Plots */
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function prepare(id, height) {
    const canvas = byId(id);
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

  function draw() {
    if (!byId("trace")) return;
    const shown = chosen.map((place) => buffers.get(place)).filter(Boolean);
    const count = windowS * RATE;
    const recent = shown.map(({ readings }) => readings.slice(-count));
    const [low, high] = range([...recent, ...shown.map(({ taken }) => taken.slice(-count))], shown.map(({ lines }) => lines));
    drawTrace(shown, recent, count, low, high);
    drawHistogram(recent, low, high);
  }

  function drawTrace(shown, recent, count, low, high) {
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
    const step = isCell ? [1, 2, 3, 6, 12, 24].find((each) => (high - low) / each <= 7) ?? 48 : 1;
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
      drawLines(pen, buffer.lines, left, width, y, number);
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

  function drawLines(pen, lines, left, width, y, number) {
    pen.lineWidth = 1;
    pen.fillStyle = pen.strokeStyle;
    for (const [name, value] of Object.entries(lines)) {
      pen.setLineDash(name === "lift" ? [2, 3] : [6, 4]);
      pen.globalAlpha = 0.75;
      pen.beginPath();
      pen.moveTo(left, y(value));
      pen.lineTo(width, y(value));
      pen.stroke();
      if (number === chosen.length - 1) {
        pen.textAlign = "left";
        pen.textBaseline = name === "high" ? "bottom" : "top";
        const shift = name === "lift" ? 70 : 4;
        pen.fillText(tune.words[name], left + shift, y(value) + (name === "high" ? -2 : 2));
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

  /* Hands */
  let isDragging = false;
  function pick(group) {
    for (const other of document.querySelectorAll('.tile[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    group.setAttribute("tabindex", "0");
    emitEvent("pick", Number(group.dataset.tile));
  }

  function neighbour(from, dx, dy) {
    const at = (group) => group.transform.baseVal[0].matrix;
    const start = at(from);
    let [best, least] = [null, Infinity];
    for (const group of document.querySelectorAll(".tile")) {
      const [x, y] = [at(group).e - start.e, at(group).f - start.f];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && aside <= along && along + 2 * aside < least) [best, least] = [group, along + 2 * aside];
    }
    return best;
  }

  async function send(event, name) {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    const text = file.size > 200000 ? "" : await file.text();
    emitEvent(name, { name: file.name, text });
  }

  /* A recording is large: it goes to the server as it is. */
  async function replay(event) {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    const headers = { "X-Treppe": encodeURIComponent(file.name) };
    const answer = await fetch(byId("save-recording").href, { method: "POST", headers, body: file });
    byId("notice").textContent = answer.ok ? "" : await answer.text();
  }

  document.addEventListener("click", (event) => {
    const part = event.target.closest("[data-tile], [data-press], [data-take], #begin-calibration, #begin-quick");
    if (!part) return;
    if (part.dataset.tile !== undefined) pick(part);
    else if (part.dataset.take !== undefined) emitEvent("curve_take", Number(part.dataset.take));
    else if (part.dataset.press !== undefined) emitEvent("task_button", part.dataset.press);
    else emitEvent(part.id === "begin-quick" ? "quick" : "calibrate", byId("material").value);
  });
  document.addEventListener("keydown", (event) => {
    const tile = event.target.closest?.(".tile");
    if (!tile) return;
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key === "Enter" || event.key === " ") pick(tile);
    else if (ways[event.key]) {
      const next = neighbour(tile, ...ways[event.key]);
      if (next) {
        tile.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else return;
    event.preventDefault();
  });
  document.addEventListener("input", (event) => {
    if (event.target.dataset.setting) isDragging = true;
    if (event.target.dataset.curve !== undefined) emitEvent("curve_at", Number(event.target.value));
  });
  document.addEventListener("change", (event) => {
    const { target } = event;
    if (target.dataset.setting) {
      isDragging = false;
      emitEvent("set", { name: target.dataset.setting, value: Number(target.value) });
    } else if (target.dataset.switch) emitEvent("set", { name: target.dataset.switch, value: target.checked });
    else if (target.name === "view") emitEvent("view", target.value);
    else if (target.name === "window") {
      windowS = Number(target.value);
      draw();
    } else if (target.id === "load-calibration") send(event, "load");
    else if (target.id === "load-recording") replay(event);
    else if (target.id === "compare-file") send(event, "compare_file");
    else if (target.id === "compare") {
      if (target.value === "file") byId("compare-file").click();
      else emitEvent("compare", target.value);
    }
  });
  window.addEventListener("resize", draw);

  return { words: {}, show };
})();
