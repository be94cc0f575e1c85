/* Where people's acts go: to the server, or to what stands in for it: a game in the file, a board beside the page. */
const made = new Set();
let handler = { act() {}, async ask() {}, renew() {} };

function answerBy(own) {
  handler = own;
}

/* Send an act; what it changes comes by itself. */
function act(name, value = "") {
  handler.act(name, value);
}

/* Send an act, and return its answer: a change of the page. One with an id that was sent before is not done again. */
function ask(name, value = "", id = makeId()) {
  return handler.ask(name, value, id);
}

/* Show everything anew, in another view. */
function renew() {
  handler.renew();
}

/* Without TLS a browser has no randomUUID. */
function makeId() {
  const id = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  made.add(id);
  return id;
}

/* Tell whether an act was sent from here. */
const isMine = (id) => made.has(id);

export { answerBy, act, ask, renew, makeId, isMine };
