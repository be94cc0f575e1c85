/* The page without a server: settings of sensing, what the sensors say, and the board's own test. */
const tuned = { reed_lift_scans: [1, 15], reed_place_scans: [1, 15], cell_sure_percent: [10, 100], cell_touch_cg: [150, 550], cell_lift_cg: [200, 900] };

/* Tune: a few settings, and what each field's sensor says. */
async function openTune() {
  const { now } = await board.link.order("settings", {});
  const kind = `${boards.felt[board.surface].sensor}_`;
  const row = (name) => {
    const [least, most] = tuned[name];
    return `<label>${words.settings[name]}<input type="range" data-tuned="${name}" min="${least}" max="${most}" value="${now[name]}"><output>${now[name]}</output></label>`;
  };
  byId("settings").innerHTML = Object.keys(now).filter((name) => name.startsWith(kind) && tuned[name]).map(row).join("");
}

async function feel() {
  if (!byId("tune").open || !board.link.hello) return;
  const surface = boards.felt[board.surface];
  const { hex: frame } = await board.link.order("frame").catch(() => ({}));
  if (!frame || !surface) return;
  byId("felt").style.gridTemplateColumns = `repeat(${surface.columns}, 1fr)`;
  byId("felt").innerHTML = surface.fields.map(([name, channel]) => {
    const [text, load] = reading(frame, channel, surface.sensor);
    return `<span style="--load: ${load}" title="${name}">${text}</span>`;
  }).join("");
}

function reading(frame, channel, sensor) {
  const byte = (at) => parseInt(frame.slice(2 * at, 2 * at + 2), 16);
  if (sensor === "reed") return (byte(channel >> 3) >> (channel & 7)) & 1 ? ["·", 0] : ["●", 90];
  const code = (byte(2 * channel) + 256 * byte(2 * channel + 1)) / 4;
  return [code.toFixed(0), Math.max(0, Math.min(90, (code - 2600) / 6))];
}

/* Doctor: the board's own test, and its figures. */
async function examine() {
  byId("findings").innerHTML = "";
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
  try {
    const figures = await board.link.order("figures");
    let found = { running: true, tests: [] };
    await board.link.order("self_test");
    for (let tries = 0; tries < 50 && !found.tests.length; tries++) {
      await pause();
      found = await board.link.order("self_test");
    }
    const hello = board.link.hello;
    finding("good", `${words.firmware} ${hello.firmware}`, figures.python);
    finding(figures.slowest_ms < 1500 ? "good" : "look", words.pace, `${figures.slowest_ms} ms`);
    finding(figures.bad_lines ? "look" : "good", words.link, `${figures.bad_lines} / ${figures.resends}`);
    for (const { state, told } of found.tests) finding(state, words.states[state], said(told));
    for (const told of hello.complaints) finding("look", words.states.look, said(told));
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
