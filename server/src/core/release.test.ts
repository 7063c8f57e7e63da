import { expect, it } from 'vitest';
import { releaseHash, releaseSources } from './release.ts';

it('is the same whenever it is asked for', () => {
  const [first, second] = [releaseHash(), releaseHash()];
  expect(second).toBe(first);
  expect(first).toMatch(/^[\w-]{43}$/);
});

it('is made of the server, the contract and the functions of the database, without tests', () => {
  const names = releaseSources().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['app.ts', 'core/endpoint.ts', '0001-baseline.sql']));
  expect(names.filter((name) => name.includes('.test.'))).toEqual([]);
});
