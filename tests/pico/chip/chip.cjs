// An RP2040 that runs a flash image, with what rp2040js leaves to its user: flash writes, a strip's pace, a host that
// stays silent until it has something to say, outputs that read back. It runs until it is reset, or its power fails.
'use strict';
const { RP2040, USBCDC, addCache } = require('./indexed_core.cjs');

const CYCLE_NS = 8; // 125 MHz
const FLASH_START = 0x10000000;
const RAM_START = 0x20000000;
const ERASE_NS = 45e6; // of 4 kB, and to program 256 bytes: typical, W25Q16JV data sheet
const PAGE_NS = 400e3;
const SECTOR = 4096;
const PAGE = 256;
const LAMP_BYTE_NS = 10e3; // eight bits at 800 kHz
const LATCH_NS = 80e3;
const BREAK = 0xbe00;
const RETURN = 0x4770;
// Functions of the boot ROM, by the two letters that its table knows them by.
const ROM_CALLS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'UB'];
const ROM_TABLE = 0x14;
const WATCHDOG = 0x40058;

class Chip {
  /** `kept` is what a reset leaves: the watchdog's scratch registers, and its reason. */
  constructor(bootrom, flash, kept) {
    this.mcu = new RP2040();
    this.clock = this.mcu.clock;
    this.mcu.logger = new Proxy({}, { get: () => () => {} });
    this.mcu.loadBootrom(bootrom);
    this.mcu.flash.set(flash);
    this.onFlash = () => {};
    this.onLamps = () => {};
    this.onCollected = () => {};
    this.said = [];
    this.ending = ''; // what the chip has stopped for: `reset`, `bootsel` or `power`
    this.operationsLeft = Infinity; // of the flash, until the power fails
    this.watchdog = this.mcu.peripherals[WATCHDOG];
    this.watchdog.scratchData.set(kept.scratch);
    this.watchdog.reason = kept.reason;
    this.watchdog.onWatchdogTrigger = () => {
      this.ending = 'reset';
      this.watchdog.alarm.enable = false; // it would ring again at once, for ever
    };
    this.readBack();
    this.takeRomCalls();
    this.takeLamps();
    this.connect();
    this.collector = -1;
    this.watched = -1;
    this.flashNs = 0;
    this.parts = new Map(); // names of functions that are timed, by the address of their code
    this.call = -1; // MicroPython's function that calls bytecode
    this.open = []; // calls that are being timed, the innermost last
    this.back = -1;
    this.times = {};
    this.takeMisses = addCache(this.mcu.core);
    this.mcu.core.PC = FLASH_START;
  }

  // Pins read what they put out; without a driver they follow their pulls.
  readBack() {
    for (const pin of this.mcu.gpio) {
      pin.driven = false;
      const take = pin.setInputValue.bind(pin);
      pin.setInputValue = (value) => {
        pin.driven = true;
        take(value);
      };
      pin.refreshInput = () => take(pin.rawInputValue); // its pad has changed, nobody drives it
      Object.defineProperty(pin, 'inputValue', {
        get() {
          if (this.outputEnable) return this.outputValue;
          return this.driven ? this.rawInputValue : this.pullupEnabled;
        },
      });
    }
  }

  takeRomCalls() {
    const rom = new DataView(this.mcu.bootrom.buffer);
    for (let at = rom.getUint16(ROM_TABLE, true); rom.getUint16(at, true); at += 4) {
      const name = String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1));
      const number = ROM_CALLS.indexOf(name);
      if (number < 0) continue;
      const start = rom.getUint16(at + 2, true) & ~1;
      rom.setUint16(start, BREAK | number, true);
      rom.setUint16(start + 2, RETURN, true);
    }
    this.mcu.onBreak = (number) => {
      const [place, second, third] = this.mcu.core.registers;
      if (ROM_CALLS[number] === 'RE') this.erase(place, second);
      if (ROM_CALLS[number] === 'RP') this.program(place, second, third);
      if (ROM_CALLS[number] === 'UB') this.ending = 'bootsel';
    };
  }

  // Of so many bytes those that an operation of the flash does: half of them if the power fails meanwhile.
  done(size) {
    this.operationsLeft--;
    if (this.operationsLeft) return size;
    this.ending = 'power';
    return size >> 1;
  }

  erase(place, size) {
    this.mcu.flash.fill(0xff, place, place + this.done(size));
    this.wait(ERASE_NS * (size / SECTOR), 'erase');
  }

  program(place, source, size) {
    const from = source - RAM_START;
    const end = this.done(size);
    for (let at = 0; at < end; at++) this.mcu.flash[place + at] &= this.mcu.sram[from + at];
    this.wait(PAGE_NS * (size / PAGE), 'program');
  }

  wait(nanos, what) {
    this.onFlash(this.clock.nanos, nanos, what);
    this.flashNs += nanos;
    this.clock.tick(nanos);
  }

  // State machine 0 of PIO 0 sends bytes to the strip: its queue is emptied at the pace of the lamps.
  takeLamps() {
    const pio = this.mcu.pio[0];
    const machine = pio.machines[0];
    let bytes = [];
    let isSending = false;
    pio.run = () => {};
    const latch = this.clock.createAlarm(() => {
      this.onLamps(this.clock.nanos, Uint8Array.from(bytes));
      bytes = [];
    });
    const next = this.clock.createAlarm(() => {
      isSending = !machine.txFIFO.empty;
      if (isSending) send();
      else latch.schedule(LATCH_NS);
    });
    const send = () => {
      bytes.push(machine.txFIFO.pull() >>> 24);
      machine.updateDMATx();
      next.schedule(LAMP_BYTE_NS);
    };
    machine.writeFIFO = (value) => {
      if (machine.txFIFO.full) return;
      machine.txFIFO.push(value);
      machine.updateDMATx();
      if (isSending) return;
      isSending = true;
      latch.cancel();
      send();
    };
  }

  // As shipped the emulated host answers every armed endpoint with an empty packet after 10 us: a real one sends nothing
  // until there is data.
  connect() {
    const { usbCtrl } = this.mcu;
    this.cdc = new USBCDC(usbCtrl);
    this.cdc.onSerialData = (data) => this.said.push(...data);
    const answer = usbCtrl.onEndpointRead;
    let waiting = null;
    usbCtrl.onEndpointRead = (endpoint, size) => {
      if (endpoint === this.cdc.outEndpoint && this.cdc.txFIFO.empty) waiting = [endpoint, size];
      else answer(endpoint, size);
    };
    this.wake = () => {
      if (!waiting || this.cdc.txFIFO.empty) return;
      const [endpoint, size] = waiting;
      waiting = null;
      answer(endpoint, size);
    };
  }

  /** Send bytes to the console; return how many there was room for. */
  type(bytes) {
    let count = 0;
    while (count < bytes.length && this.cdc.txFIFO.itemCount < 256) this.cdc.sendSerialByte(bytes[count++]);
    this.wake();
    return count;
  }

  /** Watch gc_collect, which the built-in function at an address calls first. */
  watchCollector(builtin) {
    this.collector = this.firstCall(builtin);
    this.watched = this.collector;
  }

  /** Return the address of the function that one in the flash calls first. */
  firstCall(caller) {
    const flash = this.mcu.flashView;
    for (let at = (caller & ~1) - FLASH_START; ; at += 2) {
      const first = flash.getUint16(at, true);
      const second = flash.getUint16(at + 2, true);
      if (first >> 11 !== 0b11110 || second >> 14 !== 0b11) continue;
      const sign = (first >> 10) & 1;
      const high = (((second >> 13) ^ sign ^ 1) & 1) << 23 | (((second >> 11) ^ sign ^ 1) & 1) << 22;
      const offset = high | (first & 0x3ff) << 12 | (second & 0x7ff) << 1;
      return FLASH_START + at + 4 + offset - (sign << 24);
    }
  }

  reachWatched() {
    const { core } = this.mcu;
    if (this.watched === this.collector) {
      this.begunNs = this.clock.nanos;
      this.watched = core.LR & ~1;
    } else {
      this.watched = this.collector;
      this.onCollected(this.begunNs, this.clock.nanos - this.begunNs, ...this.heap());
    }
  }

  /** Time functions: the address of what calls bytecode, then names by the address of their bytecode. */
  timeParts(call, parts) {
    this.call = call & ~1;
    this.parts = new Map(parts);
  }

  // An object of a function: type, context, children, code.
  enterCall() {
    const { core, sramView } = this.mcu;
    const name = this.parts.get(sramView.getUint32(core.registers[0] - RAM_START + 12, true));
    if (!name) return;
    // What an exception has left did not come back.
    while (this.open.length && this.open.at(-1).stack <= core.SP) this.open.pop();
    this.open.push({ name, stack: core.SP, back: core.LR & ~1, begun: this.clock.nanos - this.flashNs });
    this.back = core.LR & ~1;
  }

  leaveCall() {
    const last = this.open.at(-1);
    if (this.mcu.core.SP !== last.stack) return;
    this.open.pop();
    this.back = this.open.length ? this.open.at(-1).back : -1;
    const tenths = Math.round((this.clock.nanos - this.flashNs - last.begun) / 1e5);
    const counts = (this.times[last.name] ??= {});
    counts[tenths] = (counts[tenths] ?? 0) + 1;
  }

  /** Return how often each part took so many tenths of a millisecond, without the flash, since it was asked last. */
  takeTimes() {
    const { times } = this;
    this.times = {};
    return times;
  }

  /** Return the bytes of the heap that are free, and of the largest free block. */
  heap() {
    const { sramView: ram, sram } = this.mcu;
    this.area ??= this.findArea();
    if (!this.area) return [0, 0];
    const [table, length] = this.area;
    let free = 0;
    let largest = 0;
    let run = 0;
    for (let at = table; at < table + length; at++) {
      for (let shift = 0; shift < 8; shift += 2) {
        if ((sram[at] >> shift) & 3) {
          run = 0;
          continue;
        }
        free++;
        run++;
        if (run > largest) largest = run;
      }
    }
    return [free * 16, largest * 16];
  }

  // MicroPython's mp_state_mem_area_t: table, its bytes, finalisers, pool, pool's end. Four blocks of 16 bytes a byte.
  findArea() {
    const { sramView: ram, sram } = this.mcu;
    const inRam = (address) => address >= RAM_START && address < RAM_START + sram.length;
    for (let at = 0; at < sram.length - 24; at += 4) {
      const table = ram.getUint32(at, true);
      const length = ram.getUint32(at + 4, true);
      if (!inRam(table) || length < 1000 || length > 5000) continue;
      const pool = ram.getUint32(at + 12, true);
      const end = ram.getUint32(at + 16, true);
      if (inRam(pool) && pool > table && end - pool === length * 64) return [table - RAM_START, length];
    }
    return null;
  }

  /** Run until a time, or until the chip ends. */
  runUntil(nanos) {
    const { clock } = this;
    const { core } = this.mcu;
    const { registers } = core;
    while (clock.nanosCounter < nanos && !this.ending) {
      if (core.waiting) {
        const alarm = clock.nextAlarm;
        const target = alarm && alarm.nanos < nanos ? alarm.nanos : nanos;
        clock.tick(target - clock.nanosCounter);
        continue;
      }
      const at = registers[15];
      if (at === this.watched) this.reachWatched();
      if (at === this.back) this.leaveCall();
      if (at === this.call) this.enterCall();
      const passed = (core.executeInstruction() + this.takeMisses()) * CYCLE_NS;
      const alarm = clock.nextAlarm;
      if (alarm && alarm.nanos <= clock.nanosCounter + passed) clock.tick(passed);
      else clock.nanosCounter += passed;
    }
  }
}

module.exports = { Chip };
