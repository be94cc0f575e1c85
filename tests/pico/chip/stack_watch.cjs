// Takes down which function calls which on a chip, and what that takes of the stack.
'use strict';

const RAM_START = 0x20000000;

/**
 * Watch all calls from now on, instead of the collector and of the times of parts.
 *
 * `call` is the address of what calls bytecode, `resume` of what lets a generator go on, `names` those of functions by the
 * address of their code. Returns a function that returns what was seen since it was called last: [caller, callee, most bytes
 * between them], and by function the most bytes that it took itself, with what is no Python below it. The first caller
 * is ''.
 */
function watchStack(chip, call, resume, names, stackTop) {
  const { core, sramView } = chip.mcu;
  const word = (address) => sramView.getUint32(address - RAM_START, true);
  const edges = new Map();
  const own = new Map();
  const open = []; // calls, the innermost last
  const keep = (most, key, bytes) => most.set(key, Math.max(most.get(key) ?? 0, bytes));

  // What the stack took since the last call or return belongs to the innermost call.
  function fold() {
    const lowest = chip.quick.takeLowest();
    if (open.length) keep(own, open.at(-1).name, open.at(-1).stack - lowest);
  }

  function enter(functionObject) {
    const code = word(functionObject + 12);
    let name = names.get(code) ?? code.toString(16);
    const stack = core.SP;
    fold();
    while (open.length && open.at(-1).stack <= stack) open.pop(); // an exception has ended them
    const caller = open.at(-1);
    if (name.endsWith('.go_on')) name += ` by ${caller?.name}`; // each caller has jobs of its own
    keep(edges, JSON.stringify([caller?.name ?? '', name]), (caller?.stack ?? stackTop) - stack);
    open.push({ name, stack, back: core.LR & ~1 });
    chip.back = core.LR & ~1;
  }

  chip.call = call & ~1;
  chip.watched = resume & ~1;
  chip.enterCall = () => enter(core.registers[0]);
  chip.reachWatched = () => enter(word(core.registers[0] + 8)); // behind its type and a pending exception
  chip.leaveCall = () => {
    if (core.SP !== open.at(-1).stack) return;
    fold();
    open.pop();
    chip.back = open.length ? open.at(-1).back : -1;
  };
  return function take() {
    fold();
    const seen = [[...edges].map(([pair, bytes]) => [...JSON.parse(pair), bytes]), [...own]];
    edges.clear();
    own.clear();
    let [caller, from] = ['', stackTop];
    for (const { name, stack } of open) {
      keep(edges, JSON.stringify([caller, name]), from - stack);
      [caller, from] = [name, stack];
    }
    return seen;
  };
}

module.exports = { watchStack };
