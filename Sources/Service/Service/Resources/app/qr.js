// QR codes (ISO/IEC 18004) of short texts: byte mode, error correction M, versions 1 to 10.

import {h} from './dom.js';

// For each version: codewords of error correction in a block, blocks, and codewords in all.
const VERSIONS = [[10, 1, 26], [16, 1, 44], [26, 1, 70], [18, 2, 100], [24, 2, 134], [16, 4, 172], [18, 4, 196],
  [22, 4, 242], [22, 5, 292], [26, 5, 346]];

const exponents = [], logarithms = [];
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value;
  logarithms[value] = power;
  value = value << 1 ^ (value & 128 ? 0x11d : 0);
}
const times = (one, other) => one && other ? exponents[(logarithms[one] + logarithms[other]) % 255] : 0;

/** The Reed-Solomon codewords for a block of data. */
function correction(data, degree) {
  let divisor = [1];
  for (let index = 0; index < degree; index++) {
    const next = [...divisor, 0];
    divisor.forEach((value, place) => { next[place + 1] ^= times(value, exponents[index]); });
    divisor = next;
  }
  const rest = [...data, ...Array(degree).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = rest[index];
    divisor.forEach((value, place) => { rest[index + place] ^= times(value, factor); });
  }
  return rest.slice(data.length);
}

/** The codewords of a text in the order in which they are drawn. */
function codewords(bytes, version) {
  const [degree, blocks, all] = VERSIONS[version - 1], capacity = all - degree * blocks;
  const bits = [];
  const put = (value, length) => { for (let bit = length - 1; bit >= 0; bit--) bits.push(value >> bit & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach(byte => put(byte, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  put(0, -bits.length & 7);
  const data = [];
  for (let index = 0; index < bits.length; index += 8) data.push(parseInt(bits.slice(index, index + 8).join(''), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(capacity / blocks), longer = capacity % blocks, parts = [];
  for (let index = 0, start = 0; index < blocks; index++) {
    const length = short + (index >= blocks - longer ? 1 : 0);
    parts.push(data.slice(start, start += length));
  }
  const checks = parts.map(part => correction(part, degree)), result = [];
  for (let index = 0; index <= short; index++) result.push(...parts.flatMap(part => part.slice(index, index + 1)));
  for (let index = 0; index < degree; index++) result.push(...checks.map(check => check[index]));
  return result;
}

function alignments(version) {
  if (version === 1) return [];
  const last = version * 4 + 10, count = Math.floor(version / 7) + 2;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({length: count - 1}, (_, index) => last - step * (count - 2 - index))];
}

const masks = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

/** Draws the fixed patterns; `isFixed` marks their modules. */
function fixed(version) {
  const size = version * 4 + 17, modules = Array.from({length: size}, () => Array(size).fill(0));
  const isFixed = Array.from({length: size}, () => Array(size).fill(false));
  const set = (x, y, value) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    modules[y][x] = value ? 1 : 0;
    isFixed[y][x] = true;
  };
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let y = -4; y <= 4; y++) {
      for (let x = -4; x <= 4; x++) set(left + x, top + y, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  }
  const places = alignments(version);
  places.forEach((left, column) => places.forEach((top, row) => {
    const end = places.length - 1;
    if ((!column && !row) || (!column && row === end) || (column === end && !row)) return;
    for (let y = -2; y <= 2; y++) {
      for (let x = -2; x <= 2; x++) set(left + x, top + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  }));
  if (version >= 7) {
    let rest = version;
    for (let index = 0; index < 12; index++) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
    const bits = version << 12 | rest;
    for (let index = 0; index < 18; index++) {
      const [far, near] = [size - 11 + index % 3, Math.floor(index / 3)];
      set(far, near, bits >> index & 1);
      set(near, far, bits >> index & 1);
    }
  }
  return {size, modules, isFixed, set};
}

function drawFormat({size, set}, mask) {
  let rest = mask; // level M is 00
  for (let index = 0; index < 10; index++) rest = rest << 1 ^ (rest >> 9) * 0x537;
  const bits = (mask << 10 | rest) ^ 0x5412, bit = index => bits >> index & 1;
  for (let index = 0; index <= 5; index++) set(8, index, bit(index));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let index = 9; index < 15; index++) set(14 - index, 8, bit(index));
  for (let index = 0; index < 8; index++) set(size - 1 - index, 8, bit(index));
  for (let index = 8; index < 15; index++) set(8, size - 15 + index, bit(index));
  set(8, size - 8, 1);
}

/** A lower number means that the code is easier to read: few runs, few blocks, as many dark as light modules. */
function penalty(modules) {
  const size = modules.length;
  let total = 0, dark = 0;
  for (const lines of [modules, modules[0].map((_, x) => modules.map(row => row[x]))]) {
    for (const line of lines) {
      const text = line.join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) total += run.length - 2;
      for (const part of ['10111010000', '00001011101']) {
        for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) total += 40;
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      dark += modules[y][x];
      const sum = y && x ? modules[y][x] + modules[y - 1][x] + modules[y][x - 1] + modules[y - 1][x - 1] : 1;
      if (sum % 4 === 0) total += 3;
    }
  }
  return total + Math.floor(Math.abs(dark / size / size - 0.5) * 20) * 10;
}

/** The modules of the code for a text: rows of 0 and 1. */
export function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([degree, blocks, all], index) =>
    bytes.length + (index < 9 ? 2 : 3) <= all - degree * blocks) + 1;
  if (!version) return null;
  const words = codewords(bytes, version);
  let best = null;
  masks.forEach((test, mask) => {
    const code = fixed(version), {size, modules, isFixed} = code;
    drawFormat(code, mask);
    let index = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        const y = (right + 1 & 2) === 0 ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (isFixed[y][x]) continue;
          const bit = index < words.length * 8 ? words[index >> 3] >> 7 - (index & 7) & 1 : 0;
          modules[y][x] = bit ^ (test(x, y) === 0 ? 1 : 0);
          index++;
        }
      }
    }
    const score = penalty(modules);
    if (!best || score < best.score) best = {score, modules};
  });
  return best.modules;
}

/** A picture of the code for `text`, or null if the text is too long. */
export function qrCode(text, label) {
  const modules = qrModules(text);
  if (!modules) return null;
  const scale = 6, size = (modules.length + 8) * scale;
  const canvas = h('canvas', {width: size, height: size, class: 'qr', role: 'img', 'aria-label': label});
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  modules.forEach((row, y) => row.forEach((bit, x) => {
    if (bit) context.fillRect((x + 4) * scale, (y + 4) * scale, scale, scale);
  }));
  return canvas;
}
