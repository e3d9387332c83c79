/**
 * SHA-256 and HMAC-SHA256.
 *
 * Browsers have both built in, but only on pages loaded over https or from the same machine. A
 * table in a local network is neither. Tests compare the results with the built-in functions.
 */

/** An HMAC function on bytes; a deal calls it about a dozen times. */
export type Hmac = (key: Uint8Array<ArrayBuffer>, message: Bytes) => Promise<Bytes>;
type Bytes = Uint8Array<ArrayBuffer>;

const BLOCK_BYTES = 64;
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function roots(power: number, count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (isPrime) found.push((n ** power % 1) * 2 ** 32 | 0);
  }
  return found;
}

const K = roots(1 / 3, ROUNDS);
const START = roots(1 / 2, 8);

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The message padded to whole blocks: a one bit, zeros, and the length in bits. */
function padded(message: Bytes): DataView {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const whole = new Uint8Array(blocks * BLOCK_BYTES);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(message.length) * 8n);
  return view;
}

/** The message schedule of one block. */
function schedule(blocks: DataView, offset: number): number[] {
  const words = Array.from({ length: 16 }, (_, n) => blocks.getInt32(offset + 4 * n));
  for (let n = 16; n < ROUNDS; n++) {
    const [old, then, two] = [words[n - 16]!, words[n - 15]!, words[n - 2]!];
    const low = turned(then, 7) ^ turned(then, 18) ^ (then >>> 3);
    const high = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
    words.push((old + low + words[n - 7]! + high) | 0);
  }
  return words;
}

/** The SHA-256 of the bytes, computed here. */
export function sha256(message: Bytes): Bytes {
  const blocks = padded(message);
  const state = [...START];
  for (let offset = 0; offset < blocks.byteLength; offset += BLOCK_BYTES) {
    const words = schedule(blocks, offset);
    let [a, b, c, d, e, f, g, h] = state as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let n = 0; n < ROUNDS; n++) {
      const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + sum1 + ((e & f) ^ (~e & g)) + K[n]! + words[n]!) | 0;
      const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => state[n] = (state[n]! + word) | 0);
  }
  const digest = new DataView(new ArrayBuffer(4 * state.length));
  state.forEach((word, n) => digest.setInt32(4 * n, word));
  return new Uint8Array(digest.buffer);
}

function joined(one: Bytes, other: Bytes): Bytes {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

/** HMAC-SHA256, computed here. */
export function ownHmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return Promise.resolve(sha256(joined(block.map((byte) => byte ^ 0x5c), inner)));
}

/** HMAC-SHA256, computed by the browser. */
export async function builtInHmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** The built-in HMAC if there is one, else the one above. */
export const hmac: Hmac = (key, message) =>
  crypto.subtle === undefined ? ownHmac(key, message) : builtInHmac(key, message);

/** The SHA-256 of the bytes, by the built-in function if there is one. */
export async function digest(message: Bytes): Promise<Bytes> {
  if (crypto.subtle === undefined) return sha256(message);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", message));
}

export function hex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes with these hex digits; throws if they are not hex digits. */
export function fromHex(digits: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error(`not hexadecimal: ${digits}`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
