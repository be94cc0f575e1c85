/* The host's end of the link, see docs/protocol.md: one message a line, its checksum at the end. */
const GREET_MS = 500;
const LEASE_MS = 1000;
const ASK_MS = 200;
const SILENCE_MS = 3500;
const PATIENCE_MS = 5000;
const MOST_OWED = 48; // events; a board waits after 64
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function checksum(text) {
  let rest = 0xffffffff;
  for (let at = 0; at < text.length; at++) rest = TABLE[(rest ^ text.charCodeAt(at)) & 255] ^ (rest >>> 8);
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

function encode(message) {
  const ascii = (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0");
  const text = JSON.stringify(message).replace(/[^ -~]/g, ascii);
  return `${text} ${checksum(text)}\n`;
}

/* Return the message of a line, null if it is damaged. */
function decode(line) {
  const text = line.slice(0, -9);
  if (line.slice(-9) !== ` ${checksum(text)}`) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/* A connection; `send` takes text, `fits` tells whether a message is as the protocol says. `tell` hears of `hello`, `event`, `lost`, `violation`, and each stream by its name. A board that
   keeps its events for a PC (`keeps`) is asked for the next ones, and never hears that they are stored. */
function open(send, tell, { keeps, streams, fits }) {
  const draw = () => Math.random().toString(16).slice(2, 10).padEnd(8, "0");
  let session = draw();
  let isUsed = false; // the session, by a board that has answered it
  let isDisplaced = false;
  const waiting = new Map();
  let input = "";
  let hello = null;
  let last = null; // the last hello that came
  let expected = 1;
  let command = 0;
  let asked = streams;
  let owed = null;
  let times = { greet: -Infinity, lease: -Infinity, ask: -Infinity, heard: -Infinity };

  const write = (message) => send(encode({ ...message, s: session }));
  function ask(message, now) {
    if (now - times.ask < ASK_MS) return;
    times.ask = now;
    write(message);
  }

  function order(name, fields = {}) {
    return new Promise((resolve, reject) => {
      const line = { c: ++command, do: name, ...fields }; // `write` adds the session
      waiting.set(command, { line, resolve, reject, since: performance.now(), sent: performance.now() });
      write(line);
    });
  }

  function lease(now) {
    times.lease = now;
    order("lease", { streams: asked }).then(({ next }) => next || write({ from: expected }), () => {});
  }

  function take(message, now) {
    times.heard = now;
    if (message.m === "hello") return greeted(message, now);
    if (message.m === "ended" && message.session === session) return begin("session_ended", true);
    if (!hello || (message.re !== undefined && message.s !== session)) return;
    if (message.e !== undefined) {
      if (message.e > expected) ask({ from: expected }, now);
      if (message.e !== expected) return;
      expected++;
      tell("event", message);
      owed = now;
      if (!keeps || expected % MOST_OWED === 0) settle();
    } else if (message.re !== undefined) {
      const { resolve, reject } = waiting.get(message.re) ?? {};
      waiting.delete(message.re);
      if (message.error !== undefined) reject?.(message.error);
      else resolve?.(message.ok);
    } else if (message.m === "missing") {
      if (message.first <= expected) expected = message.last + 1;
    } else if (message.m === "again") {
      for (const { line } of waiting.values()) write(line);
    } else tell(message.m, message);
  }

  /* A message that is not as the protocol says is reported, and counts as missing. */
  function skip(message) {
    if (message.e === expected) expected++;
    tell("violation", message);
  }

  /* Acknowledge the received lines. The board repeats those after `from`, so this is seldom sent. */
  function settle() {
    owed = null;
    write(keeps ? { from: expected } : { ack: expected - 1 });
  }

  /* Begin another session; the commands of this one fail, for they may have been carried out. */
  function begin(code, isOthers) {
    if (isOthers && hello) tell("lost", {});
    for (const { reject } of waiting.values()) reject({ code });
    waiting.clear();
    hello = owed = null;
    session = draw();
    isUsed = false;
    isDisplaced = isOthers;
  }

  function greeted(message, now) {
    const isOthers = hello !== null && message.session !== null && message.session !== session;
    if (isOthers) return begin("session_ended", true);
    const isOther = last !== null && (message.boot !== last.boot || message.journal !== last.journal);
    if (isUsed && (message.session === null || isOther)) begin("board_restarted", false);
    if (last?.journal !== message.journal) expected = 1;
    last = message;
    if (message.session !== session || hello) return;
    isUsed = true;
    hello = message;
    tell("hello", message);
    write({ from: expected });
    lease(now);
  }

  return {
    order,
    get hello() {
      return hello;
    },
    ask(names) {
      asked = names;
      times.lease = -Infinity;
    },
    feed(text, now) {
      const lines = (input + text).split("\n");
      input = lines.pop().slice(-8192);
      for (const line of lines.map((each) => each.replace(/\r$/, "")).filter((each) => each.trim())) {
        const message = decode(line);
        if (!message) ask({ m: "again" }, now);
        else if (fits(message, waiting.get(message.re)?.line.do)) take(message, now);
        else skip(message);
      }
    },
    tick(now) {
      if (now - times.heard > SILENCE_MS) {
        if (hello) tell("lost", {});
        hello = null;
        isDisplaced = false;
      }
      if (!hello && !isDisplaced && now - times.greet >= GREET_MS) {
        times.greet = now;
        send("\n" + encode({ hello: session, day: new Date().toISOString().slice(0, 10) }));
      }
      if (hello && owed !== null && now - owed > ASK_MS) settle();
      if (hello && now - times.lease >= LEASE_MS) lease(now);
      for (const [number, each] of waiting) {
        if (now - each.since > PATIENCE_MS) {
          waiting.delete(number);
          each.reject({ code: "failed", text: "" });
        } else if (now - each.sent > LEASE_MS) {
          each.sent = now;
          write(each.line);
        }
      }
    },
  };
}

export { open, encode, decode };
