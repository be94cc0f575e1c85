/* The server of the page: changes come by a stream, people's acts go out by requests, one after the other. */
import { answerBy, makeId } from "./outlet.js";
import { show } from "./page.js";
import { settings } from "./settings.js";
import { isSpeaking } from "./sounds.js";

const AGAIN_MS = 3000;
const ASIDE_MS = 5000; // a page that nobody sees for so long lets its connection go: a browser has six for a server
const TRIES_MS = [0, 300, 1000, 3000];
const { stream, acts } = document.body.dataset;
const lost = document.getElementById("lost");

/* Follow a stream of changes; what was missed meanwhile comes after a pause. Returns a function that begins anew. */
function follow(address, take) {
  let source = null;
  let last = "";
  let aside = 0;

  function open() {
    source?.close();
    source = new EventSource(`${settings.root}${address}?last=${last}`);
    source.onmessage = ({ data, lastEventId }) => {
      last = lastEventId;
      take(JSON.parse(data));
    };
    source.onopen = () => (lost.hidden = true);
    source.onerror = async () => {
      lost.hidden = false;
      if (source.readyState !== EventSource.CLOSED) return; // the browser itself tries again
      const answer = await fetch(location.pathname).catch(() => null);
      if (answer?.status === 401) location.reload();
      else setTimeout(() => document.hidden || open(), AGAIN_MS);
    };
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(aside);
    if (document.hidden) aside = setTimeout(() => isSpeaking() || source.close(), ASIDE_MS);
    else if (source.readyState === EventSource.CLOSED) open();
  });
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  open();
  return () => {
    last = "";
    open();
  };
}

/* Send JSON to an address below the root of all pages, again where no answer comes. */
async function post(address, content) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
  for (const [place, wait_ms] of TRIES_MS.entries()) {
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
    const answer = await fetch(settings.root + address, request).catch(() => null);
    if (answer) {
      lost.hidden = true;
      return answer;
    }
    lost.hidden = place < 1;
  }
  return null;
}

async function ask(name, value, id) {
  const answer = await post(acts, { id, act: name, value });
  return answer?.ok ? answer.json() : {};
}

let before = Promise.resolve();
function act(name, value) {
  const id = makeId();
  before = before.then(() => ask(name, value, id)).then(show);
}

const renew = stream ? follow(stream, show) : () => {};
answerBy({ act: acts ? act : () => {}, ask, renew });

export { post };
