import { expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

it('shares one read among those who ask while another runs, and never one that began before they asked [P-8.135]', async () => {
  const reads = new SharedReads<number>();
  let value = 0;
  let begun = 0;
  const ends: (() => void)[] = [];
  const make = async () => {
    begun += 1;
    const read = value;
    await new Promise<void>((end) => ends.push(end));
    return read;
  };
  const first = reads.read('board', make);
  value = 1;
  const later = [reads.read('board', make), reads.read('board', make), reads.read('board', make)];
  expect(begun).toBe(1);
  ends.shift()?.();
  expect(await first).toBe(0);
  await Promise.resolve();
  expect(begun).toBe(2);
  value = 2;
  const last = reads.read('board', make);
  const elsewhere = reads.read('other', make);
  ends.splice(0).forEach((end) => end());
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  expect(await elsewhere).toBe(2);
  await Promise.resolve();
  ends.splice(0).forEach((end) => end());
  expect(await last).toBe(2);
  expect(begun).toBe(4);
});

it('begins the next read also where one failed [P-8.135]', async () => {
  const reads = new SharedReads<string>();
  const failed = reads.read('board', async () => Promise.reject(new Error('lost')));
  const next = reads.read('board', async () => 'read');
  await expect(failed).rejects.toThrow('lost');
  expect(await next).toBe('read');
});
