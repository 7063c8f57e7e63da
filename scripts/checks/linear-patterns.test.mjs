import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { faultOf, patternsOf, productionSources } from './linear-patterns.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

afterEach(() => vi.unstubAllGlobals());

test('no pattern of server and contract takes more than linear time [T-1.5]', { timeout: 600_000 }, () => {
  const patterns = productionSources(root).flatMap(patternsOf);
  expect(patterns.length).toBeGreaterThan(60);
  const each = new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]));
  expect([...each.values()].map(faultOf).filter(Boolean)).toEqual([]);
});

test.each([
  // The two patterns that froze the server with a small PDF.
  [String.raw`text.matchAll(/(?<!end)stream[^\r\n]*(?:\r\n|\n|\r)/g)`, '2nd degree polynomial'],
  [String.raw`/\/ObjStm\b|\/First\s+\d+(?!\s*\d*\s+\d+\s+R)/.test(text)`, '2nd degree polynomial'],
  [String.raw`new RegExp('(a+)+$')`, 'exponential'],
  ['new RegExp(`^${name}$`)', 'put together'],
])('the check finds %s [T-1.5]', (code, fault) => {
  expect(
    patternsOf({ path: 'server/src/a.ts', text: `export const a: unknown = ${code};` }).map(faultOf),
  ).toEqual([expect.stringContaining(fault)]);
});

test('a slow machine finds the same', () => {
  let at = 0;
  vi.stubGlobal('performance', { now: () => (at += 0.02) });
  const [pattern] = patternsOf({ path: 'a.ts', text: String.raw`/(?<!end)stream[^\r\n]*(?:\r\n|\n|\r)/g` });
  expect(faultOf(pattern)).toContain('2nd degree polynomial');
  expect(at).toBeGreaterThan(10_000);
});
