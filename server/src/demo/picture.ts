import { crc32, deflateSync } from 'node:zlib';
import type { SeededRandom } from './seeded-random.ts';

const width = 420;
const height = 595;
const paper = 250;
const darkGrey = 60;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Draws a handwritten prescription in grey as a small PNG (RFC 2083), in place of a phone's photo.
 */
export function drawnPrescription(random: SeededRandom): Buffer {
  const rows = Array.from({ length: height }, () => Buffer.alloc(width, paper));
  for (const row of rows.slice(90, 93)) row.fill(darkGrey, 30, width - 30);
  for (let top = 140; top < 440; top += 42) scribble(random, rows, top, random.between(150, width - 60));
  // Each row begins with its filter; 0 is none.
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row])));
  return Buffer.concat([
    signature,
    chunk('IHDR', header()),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Draws a wavy line, two pixels thick, from the margin to `right`. */
function scribble(random: SeededRandom, rows: readonly Buffer[], top: number, right: number): void {
  let at = top;
  for (let x = 50; x < right; x += 1) {
    at = Math.min(top + 12, Math.max(top - 12, at + random.between(-4, 4)));
    if (x % 60 > 48) continue;
    for (const row of rows.slice(at, at + 2)) row[x] = darkGrey;
  }
}

/** Creates the header chunk: eight bits of grey per pixel. */
function header(): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = 8;
  return data;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
