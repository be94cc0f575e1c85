// Loads rp2040js with a core that finds an instruction by a table: as shipped it compares it with one after the other.
'use strict';
const Module = require('module');
const path = require('path');

const CORE = path.join(path.dirname(require.resolve('rp2040js')), 'cortex-m0-core.js');
const BRANCH = /\n {8}(?:\/\/ .*\n {8})*(?:else )?if \((opcode.*)\) \{(?=\n)/;
const ELSE = '\n        else {';
const SECOND_HALF = /&& \(*opcode2.*/; // what the second half of a long instruction has to be
// The flash's cache: 16 kB, two ways, lines of 8 bytes (RP2040 data sheet, 2.6.3). What a miss costs is an assumption, 60
// cycles for a read of 8 bytes over four wires at half the clock; 0, as long as nothing else is said: it never misses.
const CACHE_SETS = 1024;
const MISS_CYCLES = Number(process.env.CACHE_MISS_CYCLES || 0);

// The branches of `executeInstruction` become cases of a `switch`, which begins at the first one that may fit.
function index(source) {
  const [begin, ...parts] = source.split(BRANCH);
  const conditions = parts.filter((_, place) => place % 2 === 0);
  const bodies = parts.filter((_, place) => place % 2);
  const [last, end] = bodies.pop().split(ELSE);
  const cases = [...bodies, last].map((body, number) => {
    const leaves = body.replace(/\}\s*$/, 'break; }');
    return `case ${number}: if (${conditions[number]}) {${leaves}`;
  });
  const mayFit = conditions.map((condition) => condition.replace(SECOND_HALF, ''));
  return `${begin} switch (FIRST[opcode]) { ${cases.join('\n')} default: {${end.replace('}\n', '}}\n')}
    const FIRST = Uint8Array.from({ length: 65536 }, (_, opcode) => [${mayFit}, true].findIndex(Boolean));`;
}

/** Let a core read its flash through a cache; return what returns the cycles that misses took since it was asked last. */
function addCache(core) {
  const cached = new Int32Array(2 * CACHE_SETS).fill(-1); // the line in each way of each set
  const older = new Uint8Array(CACHE_SETS); // which way is replaced next
  let cycles = 0;
  function reach(address) {
    const line = (address & 0xffffff) >>> 3;
    const set = line % CACHE_SETS;
    if (cached[2 * set] === line) older[set] = 1;
    else if (cached[2 * set + 1] === line) older[set] = 0;
    else {
      cached[2 * set + older[set]] = line;
      older[set] ^= 1;
      cycles += MISS_CYCLES;
    }
  }
  for (const name of MISS_CYCLES ? ['readUint32', 'readUint16', 'readUint8'] : []) {
    const read = core[name].bind(core);
    core[name] = (address) => {
      if (address >>> 24 === 0x10) reach(address);
      return read(address);
    };
  }
  return () => {
    const passed = cycles;
    cycles = 0;
    return passed;
  };
}

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, file) {
  return compile.call(this, file === CORE ? index(source) : source, file);
};
module.exports = { ...require('rp2040js'), addCache };
