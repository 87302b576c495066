/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104) in plain JavaScript.
 *
 * A page that is not served over https has no `crypto.subtle`, and there a shoe must be checkable
 * too. This needs nothing, answers at once and hashes a whole shoe's file in a few milliseconds,
 * so it is used everywhere.
 *
 * @module
 */

const BLOCK = 64;

const INITIAL = wordsOf(`
  6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19
`);

const CONSTANTS = wordsOf(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`);

/**
 * The SHA-256 of some bytes.
 *
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha256(message) {
  const state = Int32Array.from(INITIAL);
  const blocks = new DataView(padded(message).buffer);
  const schedule = new Int32Array(CONSTANTS.length);
  for (let at = 0; at < blocks.byteLength; at += BLOCK) {
    compress(state, schedule, blocks, at);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/**
 * The HMAC-SHA256 of some bytes under a key.
 *
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/**
 * Some bytes, one after the other.
 *
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Bytes as small hexadecimal digits.
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes of hexadecimal digits.
 *
 * @param {string} text an even number of them
 * @returns {Uint8Array}
 */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/**
 * A message, a single bit, zeros, and the message's length in bits: whole blocks.
 *
 * @param {Uint8Array} message
 * @returns {Uint8Array<ArrayBuffer>}
 */
function padded(message) {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const whole = new Uint8Array(size);
  whole.set(message);
  whole[message.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(size - 8, BigInt(message.length) * 8n);
  return whole;
}

/**
 * Mix one block into the state.
 *
 * @param {Int32Array} state
 * @param {Int32Array} schedule room for the block's message schedule
 * @param {DataView} blocks
 * @param {number} at where the block begins
 */
function compress(state, schedule, blocks, at) {
  for (let t = 0; t < 16; t++) {
    schedule[t] = blocks.getInt32(at + 4 * t);
  }
  for (let t = 16; t < schedule.length; t++) {
    const early = schedule[t - 15], late = schedule[t - 2];
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[t] = schedule[t - 16] + s0 + schedule[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < schedule.length; t++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + CONSTANTS[t] + schedule[t]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + s0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => state[index] += word);
}

/**
 * A word turned to the right by so many bits.
 *
 * @param {number} word
 * @param {number} bits
 * @returns {number}
 */
function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/**
 * The words of a table of hexadecimal numbers.
 *
 * @param {string} table
 * @returns {Int32Array}
 */
function wordsOf(table) {
  return Int32Array.from(table.trim().split(/\s+/), (word) => parseInt(word, 16));
}
