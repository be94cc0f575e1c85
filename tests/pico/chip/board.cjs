// What is soldered around the chip, and its line to the Python program that is its world.
//
//     node board.cjs BOOTROM FLASH CODES KEPT [MEMORY]
//
// On standard input come orders, on standard output go reports: a letter, the length of what follows in 4 bytes, and that.
// `CODES` tells the converter's code of each voltage in sixteenths, two bytes each; `KEPT` is JSON, see Chip. The chip
// runs once: after a reset, which it reports, there is another process. `chip_board.py` is the other end.
'use strict';
const fs = require('fs');
const { Chip } = require('./chip.cjs');

const LAMP_RETURN = 1;
const LOAD = 5;
const SELECT = 6;
const ENABLE_A = 10;
const ENABLE_B = 11;
const FIRST_BUTTON = 14;
const BUTTONS = 4;
const SENSOR_SUPPLY = 19;
const IS_EXTERNAL = 21;
const PINS = 30;
const HEADER = 8;
const SPI_BYTE_NS = 8000; // at 1 MHz
const I2C_BYTE_NS = 22500; // at 400 kHz
const SAMPLE_NS = 2000;
const LEADS_NS = 1e6;
const NOISE = 19.2; // sixteenths of a code: 1.2 codes rms
const MEMORY_ADDRESS = 0x50;
const STACK_TOP = 0x42000; // from the beginning of the memory
const STACK_BYTES = 0x2000 - 256;
const FRESH = 0xa5;
const FLASH_BYTES = 2 << 20;

const [bootromPath, flashPath, codesPath, kept, memoryPath] = process.argv.slice(2);
const words = (path) => new Uint32Array(new Uint8Array(fs.readFileSync(path)).buffer);
const chip = new Chip(words(bootromPath), fs.readFileSync(flashPath), JSON.parse(kept));
const codes = new Uint16Array(new Uint8Array(fs.readFileSync(codesPath)).buffer);
const { mcu, clock } = chip;
const isHigh = (pin) => mcu.gpio[pin].outputValue;

// The line.

function receive(size) {
  const buffer = Buffer.alloc(size);
  for (let count = 0; count < size; ) {
    const got = fs.readSync(0, buffer, count, size - count);
    if (!got) process.exit(0);
    count += got;
  }
  return buffer;
}

function order() {
  const head = receive(5);
  return [String.fromCharCode(head[0]), receive(head.readUInt32LE(1))];
}

function report(letter, content) {
  const message = Buffer.alloc(5 + content.length);
  message[0] = letter.charCodeAt(0);
  message.writeUInt32LE(content.length, 1);
  Buffer.from(content).copy(message, 5);
  for (let count = 0; count < message.length; ) count += fs.writeSync(1, message, count);
}

const tell = (letter, fields) => report(letter, Buffer.from(JSON.stringify(fields)));

// The world: what its pins feel is asked for with each scan.

let felt = Buffer.alloc(HEADER + 136);

function look() {
  const time = Buffer.alloc(8);
  time.writeDoubleLE(clock.nanos / 1000);
  const pins = Buffer.from(Array.from({ length: PINS }, (_, pin) => +isHigh(pin)));
  report('L', Buffer.concat([time, pins]));
  felt = order()[1];
  for (let button = 0; button < BUTTONS; button++) {
    mcu.gpio[FIRST_BUTTON + button].setInputValue(!((felt[2] >> button) & 1));
  }
  if (!wiring.leads.length) mcu.gpio[IS_EXTERNAL].setInputValue(!!(felt[3] & 1));
}

const scanned = () => tell('N', clock.nanos / 1e6);

// What hangs on the chip: how many registers, the pins at which contacts hang by themselves (null: an open lead), and
// which line of the registers is cut: `MISO` lies at ground then, the others are left where they were.
let wiring = { registers: 18, leads: [], cut: '' };
const feelAgain = clock.createAlarm(feelLeads);

function feelLeads() {
  look();
  for (const [channel, pin] of wiring.leads.entries()) {
    if (pin === null) continue;
    const isOpen = (felt[HEADER + (channel >> 3)] >> (channel & 7)) & 1;
    if (isOpen) mcu.gpio[pin].driven = false;
    else mcu.gpio[pin].setInputValue(false);
  }
  feelAgain.schedule(LEADS_NS);
}
const onFall = (pin, work) => mcu.gpio[pin].addListener((level) => level || work());

// The chain of 74HC165.

const registers = Buffer.alloc(18);
let sent = 0;
let pattern = -1; // that the last scan sent first; looks between two scans repeat it
let isFirst = false;
const shifted = clock.createAlarm(() => {
  const received = wiring.cut === 'MISO' ? 0 : registers[0];
  if (wiring.cut !== 'CLOCK') {
    registers.copyWithin(0, 1);
    registers[wiring.registers - 1] = wiring.cut === 'MOSI' ? 255 : sent;
  }
  mcu.spi[0].completeTransmit(received);
});
mcu.spi[0].onTransmit = (value) => {
  sent = value & 255;
  if (isFirst && sent !== pattern) scanned();
  if (isFirst) pattern = sent;
  isFirst = false;
  shifted.schedule(SPI_BYTE_NS);
};
onFall(LOAD, () => {
  look();
  if (wiring.cut !== 'LOAD') felt.copy(registers, 0, HEADER, HEADER + wiring.registers);
  isFirst = true;
});

// The multiplexers and the converter, with noise that is the same in each run.

let seed = 1;
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

if (memoryPath) {
  onFall(ENABLE_A, () => {
    scanned();
    look();
  });
}
let code = 0;
const sampled = clock.createAlarm(() => mcu.adc.completeADCRead(code, false));
mcu.adc.onADCRead = (channel) => {
  const noise = NOISE * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  code = codes[Math.min(65535, Math.max(0, Math.round(voltage(channel) + noise)))];
  sampled.schedule(SAMPLE_NS);
};

function voltage(channel) {
  if (channel === 3) return felt.readUInt16LE(6);
  const [isOffA, isOffB] = [isHigh(ENABLE_A), isHigh(ENABLE_B)];
  if (isOffA && (isOffB || channel !== 2)) return channel === 2 ? felt.readUInt16LE(4) : 0;
  if (channel === 2 && !isOffA && !isOffB) return 0;
  const mux = isOffA ? 3 : channel;
  let select = 0;
  for (let line = 0; line < 4; line++) select += isHigh(SELECT + line) << line;
  if (select > 0 && select < 15 && !isHigh(SENSOR_SUPPLY)) return 0;
  return felt.readUInt16LE(HEADER + 2 * (16 * mux + select));
}

// A 24C32 on the bus: two bytes of address, then reading goes on.

if (memoryPath) {
  const memory = fs.readFileSync(memoryPath);
  const bus = mcu.i2c[0];
  let place = 0;
  let written = [];
  const later = (work) => clock.createAlarm(work);
  const wrote = later(() => bus.completeWrite(true));
  const read = later(() => bus.completeRead(memory[place++ % memory.length]));
  bus.onConnect = (address, mode) => {
    if (mode === 0) written = [];
    bus.completeConnect(address === MEMORY_ADDRESS);
  };
  bus.onWriteByte = (value) => {
    written.push(value);
    if (written.length === 2) place = (written[0] << 8) | written[1];
    wrote.schedule(I2C_BYTE_NS);
  };
  bus.onReadByte = () => read.schedule(I2C_BYTE_NS);
}

// The lamps: what is too much for them comes back from the last one.

let shown = '';
mcu.gpio[LAMP_RETURN].setInputValue(false);
chip.onLamps = (nanos, bytes) => {
  mcu.gpio[LAMP_RETURN].setInputValue(true);
  mcu.gpio[LAMP_RETURN].setInputValue(false);
  const text = Buffer.from(bytes).toString('hex');
  if (text === shown) return;
  shown = text;
  tell('S', [nanos / 1e6, text]);
};

chip.onFlash = (nanos, took, what) => tell('F', [nanos / 1e6, took / 1e6, what]);
chip.cdc.onDeviceConnected = () => tell('U', []);
chip.onCollected = (nanos, took, free, largest) => tell('C', [nanos / 1e6, took / 1e6, free, largest]);

// Orders.

const stack = () => mcu.sram.subarray(STACK_TOP - STACK_BYTES, STACK_TOP);
const orders = {
  /** Take the wiring, and feel the world as it is when the power comes. */
  B(content) {
    wiring = JSON.parse(content);
    if (wiring.leads.length) feelLeads();
    else look();
    tell('B', []);
  },
  /** Type, and run until a time in microseconds, or an end; answer the time, how much was typed, and what was said. */
  R(content) {
    const typed = chip.type(content.subarray(8));
    chip.runUntil(content.readDoubleLE(0) * 1000);
    const { scratchData, reason } = chip.watchdog;
    if (chip.ending) tell('E', [chip.ending, { scratch: Array.from(scratchData), reason }]);
    const said = chip.said.splice(0);
    const head = Buffer.alloc(10);
    head.writeDoubleLE(clock.nanos / 1000);
    head.writeUInt16LE(typed, 8);
    report('R', Buffer.concat([head, Buffer.from(said)]));
  },
  /** Let the power fail in the middle of an operation of the flash: the next, or so many later, counted from 1. */
  V(content) {
    chip.operationsLeft = content.readUInt32LE(0);
    tell('V', []);
  },
  /** Answer what is on the flash. */
  X() {
    report('X', mcu.flash.subarray(0, FLASH_BYTES));
  },
  /** Watch the collector, whose built-in function is at an address. */
  G(content) {
    chip.watchCollector(content.readUInt32LE(0));
    tell('G', []);
  },
  /** Time parts of the firmware, see Chip.timeParts. */
  T(content) {
    chip.timeParts(...JSON.parse(content));
    tell('T', []);
  },
  /** Answer how long they took. */
  W() {
    tell('W', chip.takeTimes());
  },
  /** Mark the free stack. */
  P() {
    const free = mcu.core.SP - 0x20000000 - (STACK_TOP - STACK_BYTES);
    stack().subarray(0, free).fill(FRESH);
    tell('P', []);
  },
  /** Answer how much of the stack was used since. */
  D() {
    const bytes = stack();
    let at = 0;
    while (at < bytes.length && bytes[at] === FRESH) at++;
    tell('D', bytes.length - at);
  },
};

for (;;) {
  const [letter, content] = order();
  orders[letter](content);
}
