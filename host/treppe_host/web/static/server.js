/* The server of the page: changes come by a stream, people's acts go out by requests, one after the other. */
import { answerBy, makeId } from "./outlet.js";
import { show } from "./page.js";
import { settings } from "./settings.js";
import { isSpeaking } from "./sounds.js";

const AGAIN_MS = 3000;
const ASIDE_MS = 5000; // a page that nobody sees for so long lets its connection go: a browser has six for a server
const SILENT_MS = 20000; // a server says something each ten seconds
const CLICK_MS = 10000; // after so long without an answer a click counts as refused
const LONG_MS = 30000; // what the page waits for, as the examination of a board
const TRIES_MS = [0, 300, 1000, 3000];
const { stream, acts } = document.body.dataset;
const lost = document.getElementById("lost");
const why = lost.dataset;

let trouble = ""; // why nothing comes
let isRefused = false; // the last act was not carried out
let isGuest = false;
let isClosed = false; // the entrance by which a guest came

/* Say above everything, also above a dialog, what is wrong. */
function say() {
  lost.textContent = [trouble, isRefused ? why.refused : ""].filter(Boolean).join(" ");
  lost.hidden = !lost.textContent;
  const isBehind = !lost.hidden && document.querySelector("dialog[open]");
  lost.popover = isBehind ? "manual" : null;
  if (isBehind) lost.showPopover?.();
}

function complain() {
  trouble = isClosed ? why.closed : !navigator.onLine ? why.offline : isGuest ? why.guest : why.silent;
  say();
}

function isAnswered() {
  if (!trouble || isClosed) return;
  trouble = "";
  say();
}

function shutOut() {
  isClosed = true;
  complain();
}

/* Follow a stream of changes; what was missed meanwhile comes after a pause. Returns a function that begins anew. */
function follow(address, take) {
  let source = null;
  let last = settings.last ?? "";
  let aside = 0;
  let next = 0;

  function hear() {
    isAnswered();
    clearTimeout(next);
    next = setTimeout(doubt, SILENT_MS);
  }

  function doubt() {
    complain();
    open();
  }

  function close() {
    clearTimeout(next);
    source?.close();
    source = null;
  }

  /* A page that nobody has looked at yet follows nothing. */
  function open() {
    close();
    if (isClosed || (document.hidden && !isSpeaking())) return;
    next = setTimeout(doubt, SILENT_MS);
    source = new EventSource(`${settings.root}${address}?last=${last}`);
    source.onopen = hear;
    source.onmessage = ({ data, lastEventId }) => {
      hear();
      last = lastEventId;
      take(JSON.parse(data));
    };
    source.addEventListener("ping", hear);
    source.addEventListener("guest", () => (isGuest = true));
    source.addEventListener("closed", () => {
      close();
      shutOut();
    });
    source.onerror = async ({ target }) => {
      complain();
      if (target.readyState !== EventSource.CLOSED) return; // the browser itself tries again
      clearTimeout(next);
      next = setTimeout(open, AGAIN_MS);
      const answer = await fetch(location.pathname).catch(() => null);
      if (answer?.status !== 401) return;
      if (isGuest) shutOut();
      else location.reload();
    };
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(aside);
    if (document.hidden) aside = setTimeout(() => isSpeaking() || close(), ASIDE_MS);
    else if (source?.readyState !== EventSource.OPEN) open();
  });
  document.addEventListener("freeze", close);
  document.addEventListener("resume", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  addEventListener("offline", () => fetch(why.probe, { method: "HEAD", cache: "no-store" }).catch(complain));
  addEventListener("online", () => trouble && open());
  open();
  return () => {
    last = "";
    open();
  };
}

/* Send JSON to an address below the root of all pages, again where no answer comes, for so long at most. */
async function post(address, content, limit_ms = LONG_MS) {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), limit_ms);
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(content), signal: limit.signal };
  for (const [place, wait_ms] of TRIES_MS.entries()) {
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
    if (isClosed || limit.signal.aborted) break;
    const answer = await fetch(settings.root + address, request).catch(() => null);
    if (answer) {
      isAnswered();
      return answer;
    }
    if (place) complain();
  }
  complain();
  return null;
}

async function ask(name, value, id, limit_ms = LONG_MS) {
  isRefused = false;
  const answer = await post(acts, { id, act: name, value }, limit_ms);
  const change = answer?.ok ? await answer.json().catch(() => null) : null;
  isRefused = !change;
  say();
  return change ?? {};
}

/* Acts are done in their order; those that wait behind one that is refused are refused, too. */
let before = Promise.resolve();
let numRefused = 0;
function act(name, value) {
  const id = makeId();
  const seen = numRefused;
  before = before.then(async () => {
    if (seen !== numRefused) return;
    show(await ask(name, value, id, CLICK_MS));
    numRefused += isRefused;
  });
}

const renew = stream ? follow(stream, show) : () => {};
answerBy({ act: acts ? act : () => show({ barred: why.watched }), ask, renew });

export { post };
