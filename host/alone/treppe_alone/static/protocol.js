/* Whether a board's message fits the table of the protocol (docs/conformance/protocol.json). */
const LARGEST = Number.MAX_SAFE_INTEGER;
const DEEPEST = 8;
const isWhole = (value, low, high) => Number.isInteger(value) && low <= value && value <= high;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && !value.includes("\0") && value.isWellFormed();
const isName = (value) => typeof value === "string" && /^[a-z0-9_]{1,32}$/.test(value);

function isPlain(value, depth = 0) {
  if (Array.isArray(value)) return depth < DEEPEST && value.every((each) => isPlain(each, depth + 1));
  if (isObject(value)) return depth < DEEPEST && Object.entries(value).every(([name, each]) => isText(name) && isPlain(each, depth + 1));
  return value === null || typeof value === "boolean" || isText(value) || (Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= LARGEST));
}

const simple = {
  flag: (value) => typeof value === "boolean",
  count: (value) => isWhole(value, 0, 2 ** 31 - 1),
  int: (value) => isWhole(value, -(2 ** 31), 2 ** 31 - 1),
  ms: (value) => isWhole(value, 0, 2 ** 40 - 1),
  number: (value) => Number.isFinite(value) && isPlain(value),
  text: isText,
  name: isName,
  player: (value) => isWhole(value, 0, 3),
  hex: (value) => typeof value === "string" && /^([0-9a-f]{2})*$/.test(value),
  object: (value) => isObject(value) && isPlain(value),
  any: isPlain,
  seats: (value) => Array.isArray(value) && value.length <= 4 && value.every((each) => each === null || isText(each)),
  null: (value) => value === null,
};

/* Return a function that tells whether a message fits: an answer by the command that it belongs to. */
function checker(table) {
  function isOf(kind, value) {
    if (kind.startsWith("list of ")) return Array.isArray(value) && value.every((each) => isOf(kind.slice(8), each));
    if (kind.includes(" or ")) {
      const at = kind.indexOf(" or ");
      return isOf(kind.slice(0, at), value) || isOf(kind.slice(at + 4), value);
    }
    if (kind === "told") return isObject(value) && isName(value.code) && isPlain(value) && hasFields(value, table.code[value.code]?.fields);
    if (kind in table.object) return isObject(value) && hasFields(value, table.object[kind].fields);
    return simple[kind](value);
  }

  function hasFields(message, fields = {}) {
    return Object.entries(fields).every(([name, [kind, , values]]) => {
      const value = message[name];
      if (!Object.hasOwn(message, name)) return kind.endsWith("?");
      return isOf(kind.replace("?", ""), value) && (!values || values.includes(value));
    });
  }

  return (message, command) => {
    if (!isObject(message)) return false;
    if ("e" in message) return hasFields(message, table.object.head.fields) && isPlain(message) && hasFields(message, table.event[message.k]?.fields);
    if ("re" in message) {
      if (!simple.count(message.re)) return false;
      if ("error" in message) return isText(message.error) || isOf("told", message.error);
      return isObject(message.ok) && hasFields(message.ok, table.command[command]?.answer);
    }
    return isText(message.m) && hasFields(message, (table.board[message.m] ?? table.stream[message.m])?.fields);
  };
}

export { checker };
