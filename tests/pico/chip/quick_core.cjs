// Executes what a Cortex-M0+ does most of the time, in the same cycles as rp2040js, which decodes an instruction by
// comparing it with one after the other.
'use strict';

const ROM_END = 0x4000;
const FLASH = 0x10000000;
const RAM = 0x20000000;
const MOST_BYTES = 36; // of the longest list of registers
const [SP, LR, PC] = [13, 14, 15];
const BLX_LR = 0x47f0;
// The flash's cache: 16 kB, two ways, lines of 8 bytes (RP2040 data sheet, 2.6.3). What a miss costs is an assumption, 60
// cycles for a read of 8 bytes over four wires at half the clock; 0, as long as nothing else is said: it never misses.
const CACHE_SETS = 1024;
const MISS_CYCLES = Number(process.env.CACHE_MISS_CYCLES || 0);

function holds(condition, N, Z, C, V) {
  switch (condition) {
    case 0:
      return Z;
    case 1:
      return C;
    case 2:
      return N;
    case 3:
      return V;
    case 4:
      return C && !Z;
    case 5:
      return N === V;
    default:
      return N === V && !Z;
  }
}

/**
 * Return a function that lets the core of an RP2040 run from a time in nanoseconds until another one, and returns the time.
 * It ends before that at an instruction that it leaves to rp2040js: one that is rare, or that reaches a peripheral or may
 * bring an interrupt; and at each of three addresses.
 */
function quickCore(mcu, cycleNs) {
  const { core, sram, flash } = mcu;
  const { registers: r } = core;
  const rom16 = new Uint16Array(mcu.bootrom.buffer);
  const rom32 = mcu.bootrom;
  const flash16 = new Uint16Array(flash.buffer);
  const flash32 = new Uint32Array(flash.buffer);
  const ram16 = new Uint16Array(sram.buffer);
  const ram32 = new Uint32Array(sram.buffer);
  const flashEnd = FLASH + flash.length;
  const ramEnd = RAM + sram.length;

  const cached = new Int32Array(2 * CACHE_SETS).fill(-1); // the line in each way of each set
  const older = new Uint8Array(CACHE_SETS); // which way is replaced next
  let misses = 0;

  function reach(address) {
    const line = (address - FLASH) >>> 3;
    const set = line % CACHE_SETS;
    if (cached[2 * set] === line) older[set] = 1;
    else if (cached[2 * set + 1] === line) older[set] = 0;
    else {
      cached[2 * set + older[set]] = line;
      older[set] ^= 1;
      misses++;
    }
  }

  // -1: not in a memory, or not at a multiple of its size.
  function read32(address) {
    if (address & 3) return -1;
    if (address >= RAM && address < ramEnd) return ram32[(address - RAM) >> 2];
    if (address >= FLASH && address < flashEnd) {
      if (MISS_CYCLES) reach(address);
      return flash32[(address - FLASH) >> 2];
    }
    return address < ROM_END ? rom32[address >> 2] : -1;
  }

  function read16(address) {
    if (address & 1) return -1;
    if (address >= RAM && address < ramEnd) return ram16[(address - RAM) >> 1];
    if (address >= FLASH && address < flashEnd) {
      if (MISS_CYCLES) reach(address);
      return flash16[(address - FLASH) >> 1];
    }
    return -1;
  }

  function read8(address) {
    if (address >= RAM && address < ramEnd) return sram[address - RAM];
    if (address >= FLASH && address < flashEnd) {
      if (MISS_CYCLES) reach(address);
      return flash[address - FLASH];
    }
    return -1;
  }

  // Both return whether it was done.
  function load(number, value, unusedBits = 0) {
    if (value < 0) return false;
    r[number] = (value << unusedBits) >> unusedBits;
    return true;
  }

  function store(memory, shift, address, value) {
    if (address < RAM || address >= ramEnd || address & ((1 << shift) - 1)) return false;
    memory[(address - RAM) >> shift] = value;
    return true;
  }

  const isList = (address) => !(address & 3) && address >= RAM && address + MOST_BYTES <= ramEnd;

  return function run(now, until, first, second, third) {
    if (core.interruptsUpdated || core.waiting) return now;
    let { N, Z, C, V } = core;
    let pc = r[PC];
    while (now < until && pc !== first && pc !== second && pc !== third) {
      let code;
      if (pc >= FLASH && pc < flashEnd) {
        code = flash16[(pc - FLASH) >> 1];
        if (MISS_CYCLES) reach(pc);
      }
      else if (pc >= RAM && pc < ramEnd) code = ram16[(pc - RAM) >> 1];
      else if (pc < ROM_END) code = rom16[pc >> 1];
      else break;
      const low = code & 7;
      const middle = (code >> 3) & 7;
      const high = (code >> 6) & 7;
      const wide = (code >> 8) & 7;
      const byte = code & 0xff;
      let next = pc + 2;
      let cycles = code >= 0x4800 && code < 0xa000 ? 2 : 1; // loads and stores
      let left;
      let right;
      let result;
      let operation;
      let isDone = true;
      switch (code >> 11) {
        case 0: {
          // LSLS (immediate)
          const shift = (code >> 6) & 31;
          left = r[middle];
          result = left << shift;
          r[low] = result;
          if (shift) C = (left & (1 << (32 - shift))) !== 0;
          break;
        }
        case 1: {
          // LSRS (immediate)
          const shift = (code >> 6) & 31;
          left = r[middle];
          result = shift ? left >>> shift : 0;
          r[low] = result;
          C = ((left >>> (shift ? shift - 1 : 31)) & 1) !== 0;
          break;
        }
        case 2: {
          // ASRS (immediate)
          const shift = (code >> 6) & 31;
          left = r[middle];
          result = left >> (shift || 31);
          r[low] = result;
          C = (left & (1 << (shift ? shift - 1 : 31))) !== 0;
          break;
        }
        case 4: // MOVS
          result = byte;
          r[wide] = result;
          break;
        case 3: // ADDS, SUBS (three registers, or two and an immediate)
        case 5: // CMP (immediate)
        case 6: // ADDS
        case 7: {
          // SUBS
          const isShort = code >= 0x2000;
          left = r[isShort ? wide : middle];
          right = code & 0x400 ? high : r[high];
          if (isShort) right = byte;
          if (code & (isShort ? 0x800 : 0x200)) {
            result = (left - right) | 0;
            C = left >= right;
            V = ((left ^ right) & (left ^ result)) < 0;
          } else {
            result = (left + right) | 0;
            C = left + right > 0xffffffff;
            V = (~(left ^ right) & (left ^ result)) < 0;
          }
          if (code >> 11 !== 5) r[isShort ? wide : low] = result;
          break;
        }
        case 8:
          if (code & 0x400) {
            const target = ((code >> 4) & 8) | low;
            const source = (code >> 3) & 15;
            right = source === PC ? pc + 4 : r[source];
            switch ((code >> 8) & 3) {
              case 0: // ADD
                result = (target === PC ? pc + 4 : r[target]) + right;
                if (target === PC) {
                  next = (result & ~1) >>> 0;
                  cycles = 2;
                } else r[target] = target === SP ? result & ~3 : result;
                break;
              case 1: // CMP
                left = r[target];
                right = r[source];
                if (target === PC || source === PC) {
                  isDone = false;
                  break;
                }
                result = (left - right) | 0;
                C = left >= right;
                V = ((left ^ right) & (left ^ result)) < 0;
                break;
              case 2: // MOV
                if (target === PC) {
                  next = (right & ~1) >>> 0;
                  cycles = 2;
                } else r[target] = target === SP ? right & ~3 : right;
                break;
              default: // BX, BLX
                if (low || source === PC || right >>> 28 === 15 || code === BLX_LR) {
                  isDone = false;
                  break;
                }
                if (code & 0x80) r[LR] = next | 1;
                next = (right & ~1) >>> 0;
                cycles = 2;
            }
            break;
          }
          operation = (code >> 6) & 15;
          left = r[low];
          right = r[middle];
          switch (operation) {
            case 0: // ANDS
              result = left & right;
              break;
            case 1: // EORS
              result = left ^ right;
              break;
            case 2: // LSLS
              right &= 255;
              result = right >= 32 ? 0 : left << right;
              if (right) C = (left & (1 << (32 - right))) !== 0;
              break;
            case 3: // LSRS
              right &= 255;
              result = right < 32 ? left >>> right : 0;
              C = right <= 32 && ((left >>> (right - 1)) & 1) !== 0;
              break;
            case 4: // ASRS
              right = (right & 255) < 32 ? right & 255 : 32;
              result = right < 32 ? left >> right : left >> 31;
              C = (left & (1 << (right - 1))) !== 0;
              break;
            case 8: // TST
              result = left & right;
              break;
            case 9: // NEGS
              result = -right | 0;
              C = right === 0;
              V = (right & result) < 0;
              break;
            case 10: // CMP
              result = (left - right) | 0;
              C = left >= right;
              V = ((left ^ right) & (left ^ result)) < 0;
              break;
            case 12: // ORRS
              result = left | right;
              break;
            case 13: // MULS
              result = Math.imul(left, right);
              break;
            case 14: // BICS
              result = left & ~right;
              break;
            case 15: // MVNS
              result = ~right;
              break;
            default: // ADCS, SBCS, RORS, CMN
              isDone = false;
          }
          if (isDone && operation !== 8 && operation !== 10) r[low] = result;
          break;
        case 9: // LDR (literal)
          isDone = load(wide, read32(((pc + 4) & ~3) + 4 * byte));
          break;
        case 10:
        case 11: {
          // Loads and stores, the address in two registers
          const address = r[high] + r[middle];
          switch ((code >> 9) & 7) {
            case 0: // STR
              isDone = store(ram32, 2, address, r[low]);
              break;
            case 1: // STRH
              isDone = store(ram16, 1, address, r[low]);
              break;
            case 2: // STRB
              isDone = store(sram, 0, address, r[low]);
              break;
            case 3: // LDRSB
              isDone = load(low, read8(address), 24);
              break;
            case 4: // LDR
              isDone = load(low, read32(address));
              break;
            case 5: // LDRH
              isDone = load(low, read16(address));
              break;
            case 6: // LDRB
              isDone = load(low, read8(address));
              break;
            default: // LDRSH
              isDone = load(low, read16(address), 16);
          }
          break;
        }
        case 12: // STR (immediate)
          isDone = store(ram32, 2, r[middle] + ((code >> 4) & 0x7c), r[low]);
          break;
        case 13: // LDR (immediate)
          isDone = load(low, read32(r[middle] + ((code >> 4) & 0x7c)));
          break;
        case 14: // STRB (immediate)
          isDone = store(sram, 0, r[middle] + ((code >> 6) & 31), r[low]);
          break;
        case 15: // LDRB (immediate)
          isDone = load(low, read8(r[middle] + ((code >> 6) & 31)));
          break;
        case 16: // STRH (immediate)
          isDone = store(ram16, 1, r[middle] + ((code >> 5) & 0x3e), r[low]);
          break;
        case 17: // LDRH (immediate)
          isDone = load(low, read16(r[middle] + ((code >> 5) & 0x3e)));
          break;
        case 18: // STR (stack)
          isDone = store(ram32, 2, r[SP] + 4 * byte, r[wide]);
          break;
        case 19: // LDR (stack)
          isDone = load(wide, read32(r[SP] + 4 * byte));
          break;
        case 20: // ADR
          r[wide] = (pc & ~3) + 4 + 4 * byte;
          break;
        case 21: // ADD (to the stack's address)
          r[wide] = r[SP] + 4 * byte;
          break;
        case 22: // from 0xb000
          if (code >> 8 === 0xb0) {
            r[SP] = (r[SP] + 4 * (code & 0x80 ? -(code & 0x7f) : code & 0x7f)) & ~3;
          } else if (code >> 8 === 0xb2) {
            left = r[middle];
            if (code & 0x80) r[low] = code & 0x40 ? left & 0xff : left & 0xffff;
            else r[low] = code & 0x40 ? (left << 24) >> 24 : (left << 16) >> 16;
          } else if (code >> 9 === 0x5a) {
            // PUSH
            let count = (code >> 8) & 1;
            for (let bits = byte; bits; bits &= bits - 1) count++;
            let address = r[SP] - 4 * count;
            if (!isList(address)) {
              isDone = false;
              break;
            }
            r[SP] = address;
            for (let at = (address - RAM) >> 2, number = 0; number < 8; number++) {
              if (!((code >> number) & 1)) continue;
              ram32[at++] = r[number];
              cycles++;
            }
            if (code & 0x100) ram32[(address - RAM) / 4 + count - 1] = r[LR];
          } else isDone = false;
          break;
        case 23: // from 0xb800
          if (code >> 9 === 0x5e) {
            // POP
            let at = (r[SP] - RAM) >> 2;
            if (!isList(r[SP])) {
              isDone = false;
              break;
            }
            let count = 0;
            for (let bits = byte; bits; bits &= bits - 1) count++;
            if (code & 0x100) {
              right = ram32[at + count];
              if (right >>> 28 === 15) {
                isDone = false;
                break;
              }
              next = (right & ~1) >>> 0;
              cycles = 3;
            }
            for (let number = 0; number < 8; number++) if ((code >> number) & 1) r[number] = ram32[at++];
            cycles += count;
            r[SP] += 4 * (count + ((code >> 8) & 1));
          } else if (code !== 0xbf00) isDone = false;
          break;
        case 24: // STMIA
        case 25: {
          // LDMIA
          let address = r[wide];
          if (!isList(address)) {
            isDone = false;
            break;
          }
          for (let number = 0; number < 8; number++) {
            if (!((code >> number) & 1)) continue;
            if (code & 0x800) r[number] = ram32[(address - RAM) >> 2];
            else ram32[(address - RAM) >> 2] = r[number];
            address += 4;
            cycles++;
          }
          if (!((code >> wide) & 1)) r[wide] = address;
          break;
        }
        case 26:
        case 27: // B (with a condition)
          isDone = code < 0xde00;
          if (isDone && holds((code >> 9) & 7, N, Z, C, V) !== ((code & 0x100) !== 0)) {
            next += 2 + ((byte << 24) >> 23);
            cycles = 2;
          }
          break;
        case 28: // B
          next += 2 + ((code << 21) >> 20);
          cycles = 2;
          break;
        case 30: {
          // BL
          const more = read16(next);
          if (more < 0 || more >> 14 !== 3 || !(more & 0x1000)) {
            isDone = false;
            break;
          }
          const sign = (code >> 10) & 1;
          const i1 = 1 - (sign ^ ((more >> 13) & 1));
          const i2 = 1 - (sign ^ ((more >> 11) & 1));
          r[LR] = (next + 2) | 1;
          next += 2 + (((sign ? 0xff : 0) << 24) | (i1 << 23) | (i2 << 22) | ((code & 0x3ff) << 12) | ((more & 0x7ff) << 1));
          cycles = 3;
          break;
        }
        default:
          isDone = false;
      }
      if (!isDone) break;
      if (code < 0x4400 || code >> 8 === 0x45) {
        N = (result | 0) < 0;
        Z = result === 0;
      }
      pc = next;
      now += (cycles + misses * MISS_CYCLES) * cycleNs;
      misses = 0;
    }
    r[PC] = pc;
    core.N = N;
    core.Z = Z;
    core.C = C;
    core.V = V;
    return now;
  };
}

module.exports = { quickCore };
