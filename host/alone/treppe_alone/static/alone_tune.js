/* The page without a server: settings of sensing, what the sensors say, and the board's own test. */
import { state } from "./alone_state.js";
import { refuse, render } from "./alone_words.js";
import { html } from "./safe_html.js";

const byId = (id) => document.getElementById(id);

/* Tune: a few settings, and what each field's sensor says. */
async function openTune() {
  const { now } = await state.board.link.order("settings", {});
  const row = ([name, [least, most]]) => html`<label>${state.words.settings[name]}<input type="range" data-tuned="${name}" min="${least}" max="${most}" value="${now[name]}"><output>${now[name]}</output></label>`;
  byId("tuned").innerHTML = html`${Object.entries(state.boards.felt[state.board.surface].limits).map(row)}`;
}

async function feel() {
  if (!byId("tune").open || !state.board.link.hello) return;
  const surface = state.boards.felt[state.board.surface];
  const { hex: frame } = await state.board.link.order("frame").catch(() => ({}));
  if (!frame || !surface) return;
  byId("felt").style.gridTemplateColumns = `repeat(${surface.columns}, 1fr)`;
  byId("felt").innerHTML = html`${surface.fields.map(([name, channel]) => {
    const [text, load] = reading(frame, channel, surface.weighs);
    return html`<span style="--load: ${load}" title="${name}">${text}</span>`;
  })}`;
}

function reading(frame, channel, weighs) {
  const byte = (at) => parseInt(frame.slice(2 * at, 2 * at + 2), 16);
  if (!weighs) return (byte(channel >> 3) >> (channel & 7)) & 1 ? ["·", 0] : ["●", 90];
  const code = (byte(2 * channel) + 256 * byte(2 * channel + 1)) / 4;
  return [code.toFixed(0), Math.max(0, Math.min(90, (code - 2600) / 6))];
}

/* Doctor: the board's own test, and its figures. */
async function examine() {
  byId("findings").innerHTML = "";
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
  try {
    const figures = await state.board.link.order("figures");
    let found = { running: true, tests: [] };
    await state.board.link.order("self_test");
    for (let tries = 0; tries < 50 && !found.tests.length; tries++) {
      await pause();
      found = await state.board.link.order("self_test");
    }
    const hello = state.board.link.hello;
    finding("good", `${state.words.firmware} ${hello.firmware}`, figures.python);
    finding(figures.slowest_ms < 1500 ? "good" : "look", state.words.pace, `${figures.slowest_ms} ms`);
    finding(figures.bad_lines ? "look" : "good", state.words.link, `${figures.bad_lines} / ${figures.resends}`);
    for (const { state: verdict, told: diagnostic } of found.tests) finding(verdict, state.words.states[verdict], render(diagnostic));
    for (const diagnostic of hello.complaints) finding("look", state.words.states.look, render(diagnostic));
  } catch (error) {
    refuse(error);
  }
}

function finding(state, name, text) {
  const row = document.createElement("li");
  row.className = state;
  row.append(Object.assign(document.createElement("b"), { textContent: name }), text);
  byId("findings").append(row);
}

export { examine, feel, openTune };
