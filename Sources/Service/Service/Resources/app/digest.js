// SHA-256, also for pages over plain HTTP, where browsers offer no `crypto.subtle`.

const primes = [];
for (let number = 2; primes.length < 64; number++) {
  if (primes.every(prime => number % prime)) primes.push(number);
}
const fraction = root => (root - Math.floor(root)) * 2 ** 32 | 0;
const constants = primes.map(prime => fraction(Math.cbrt(prime)));

/** The SHA-256 of a text (FIPS 180-4) in hexadecimal digits. */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text), length = (bytes.length + 9 + 63) >> 6 << 6;
  const padded = new Uint8Array(length), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(length - 4, bytes.length * 8);
  const state = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));
  const turn = (value, count) => value >>> count | value << 32 - count;
  for (let start = 0; start < length; start += 64) {
    const words = Array.from({length: 16}, (_, index) => view.getInt32(start + 4 * index));
    let [a, b, c, d, e, f, g, h] = state;
    for (let index = 0; index < 64; index++) {
      if (index >= 16) {
        const [x, y] = [words[index - 15], words[index - 2]];
        words[index] = words[index - 16] + words[index - 7]
          + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10) | 0;
      }
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + constants[index] + words[index] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => { state[index] = state[index] + value | 0; });
  }
  return state.map(value => (value >>> 0).toString(16).padStart(8, '0')).join('');
}
