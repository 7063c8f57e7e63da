import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The app on a person's phone: six digits from a shared secret and the time (RFC 6238). */
export class Authenticator {
  readonly #key: Buffer;
  lastCode = '';

  constructor(secret: string) {
    const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** What it shows now. */
  nextCode(): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
    const digest = createHmac('sha1', this.#key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    this.lastCode = String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
    return this.lastCode;
  }
}
