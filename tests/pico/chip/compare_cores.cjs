// Holds the quick core against rp2040js: each of the 65,536 instructions, from random registers, memory and flags.
// Prints how many instructions the quick one has executed; the first difference ends it with status 1.
'use strict';
const { RP2040 } = require('rp2040js');
const { quickCore } = require('./quick_core.cjs');

const TRIES = 12;
const CODE = 0x20001000;
const SECOND = 0xf801; // of a long call, and harmless otherwise
const RAM_BYTES = 264 * 1024;

let seed = 1;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return ((seed >>> 8) * 2 ** 24) ^ Math.imul(seed, 0x9e3779b1);
}
const below = (count) => (random() >>> 4) % count;

function chip() {
  const mcu = new RP2040();
  mcu.logger = new Proxy({}, { get: () => () => {} });
  return mcu;
}

// Registers hold small numbers, any numbers, addresses in the memory, in the flash, and of its ends.
function value() {
  switch (below(6)) {
    case 0:
      return below(300);
    case 1:
      return random() >>> 0;
    case 2:
      return 0x10000000 + 4 * below(64);
    case 3:
      return (0x20000000 + RAM_BYTES - 20 + below(24)) >>> 0;
    case 4:
      return [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff9][below(6)];
    default:
      return 0x20002000 + (below(4) ? 4 * below(64) : below(256));
  }
}

const cores = [chip(), chip()];
const quick = quickCore(cores[1], 1);
for (let at = 0; at < 1024; at += 4) cores[0].flashView.setUint32(at, random() >>> 0, true);
cores[1].flash.set(cores[0].flash);
let executed = 0;
for (let code = 0; code < 65536; code++) {
  for (let count = 0; count < TRIES; count++) {
    const values = Array.from({ length: 16 }, value);
    values[13] &= ~3;
    values[15] = CODE;
    const flags = [1, 2, 4, 8].map((bit) => (random() & bit) !== 0);
    const words = Array.from({ length: 80 }, () => random() >>> 0);
    for (const { core, sramView } of cores) {
      core.registers.set(values);
      [core.N, core.Z, core.C, core.V] = flags;
      core.waiting = core.interruptsUpdated = core.pendingSVCall = false;
      words.forEach((word, number) => sramView.setUint32(0x1f00 + 4 * number, word, true));
      sramView.setUint16(CODE - 0x20000000, code, true);
      sramView.setUint16(CODE - 0x20000000 + 2, SECOND, true);
    }
    const passed = quick(0, 1, -1, -1, -1);
    if (!passed) continue;
    executed++;
    const wanted = cores[0].core.executeInstruction();
    const [before, after] = cores.map(({ core }) => [
      ...core.registers,
      ...[core.N, core.Z, core.C, core.V].map(Number),
    ]);
    const at = before.findIndex((each, number) => each !== after[number]);
    const [old, now] = cores.map(({ sram }) => sram);
    const isSame = !Buffer.compare(old.subarray(0x1000, 0x2400), now.subarray(0x1000, 0x2400));
    if (isSame && !Buffer.compare(old.subarray(-64), now.subarray(-64)) && passed === wanted && at < 0) continue;
    console.log(`${code.toString(16)}: ${wanted} and ${passed} cycles, ${at}: ${before[at]}, ${after[at]}; ${values} ${flags}`);
    process.exit(1);
  }
}
console.log(executed);
