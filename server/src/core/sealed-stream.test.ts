import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newStreamKey, sealed, unsealed } from './sealed-stream.ts';

async function all(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Divides bytes into pieces of a length, as a disk or a network would. */
async function* pieces(content: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
}

const chunk = 64 * 1024;

describe('a sealed stream [T-2.32]', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])(
    'opens again as it was: %i bytes, in pieces of any length',
    async (length) => {
      const [key, content] = [newStreamKey(), randomBytes(length)];
      for (const [written, read] of [
        [7_001, 100_003],
        [200_000, 999],
      ] as const) {
        const closed = await all(sealed(key, pieces(content, written)));
        expect(closed.length).toBeGreaterThanOrEqual(length + 16);
        expect(await all(unsealed(key, pieces(closed, read)))).toEqual(content);
      }
    },
  );

  it('is refused where a byte, the order, the end or the key is another', async () => {
    const key = newStreamKey();
    const closed = await all(sealed(key, pieces(Buffer.alloc(3 * chunk, 'a'), chunk)));
    const open = async (bytes: Buffer, by = key) => all(unsealed(by, pieces(bytes, 50_000)));
    const step = chunk + 16;
    const changed = Buffer.from(closed);
    changed[100] = (changed[100] ?? 0) ^ 1;
    const swapped = Buffer.concat([
      closed.subarray(step, 2 * step),
      closed.subarray(0, step),
      closed.subarray(2 * step),
    ]);
    for (const bytes of [
      changed,
      swapped,
      closed.subarray(0, step),
      closed.subarray(0, closed.length - 1),
      Buffer.alloc(0),
    ])
      await expect(open(bytes)).rejects.toThrow();
    await expect(open(closed, newStreamKey())).rejects.toThrow();
    expect((await open(closed)).length).toBe(3 * chunk);
  });
});
