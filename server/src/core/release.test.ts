import { expect, it } from 'vitest';
import { releaseHash } from './release.ts';

it('is the same whenever it is asked for, and reads the sources once', async () => {
  const [first, second] = [releaseHash(), releaseHash()];
  expect(second).toBe(first);
  expect(await first).toMatch(/^[\w-]{43}$/);
});
