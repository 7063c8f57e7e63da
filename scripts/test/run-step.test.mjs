import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStep } from './run-step.mjs';
import { summary } from './counts.mjs';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => vi.restoreAllMocks());

test('a step without tests of its own counts as one', async () => {
  expect(await runStep(step('process.exit(0)'))).toMatchObject({ name: 'check', passed: 1, failed: 0 });
  expect(await runStep(step('process.exit(2)'))).toMatchObject({ passed: 0, failed: 1 });
});

test('a step that cannot be prepared fails with the reason; a skipped one gives its reason', async () => {
  const before = () => Promise.reject(new Error('no PostgreSQL'));
  expect(await runStep({ ...step(''), before })).toMatchObject({ failed: 1, note: 'no PostgreSQL' });
  const skipped = await runStep({ ...step(''), before: () => ({ skip: 'NOT RUN: no PostgreSQL' }) });
  expect(skipped).toMatchObject({ passed: 0, failed: 0, note: 'NOT RUN: no PostgreSQL' });
  expect(summary([skipped])).toContain('NOT RUN: no PostgreSQL');
});

test('what a step started is stopped after it, and the results of invariants are collected', async () => {
  const stop = vi.fn();
  const code = `console.log(process.env.URL); console.log(JSON.stringify({ id: 'I1', n: 100, violations: 0 }))`;
  const result = await runStep({ ...step(code), before: () => ({ env: { URL: 'u' }, stop }) });
  expect(result.invariants).toEqual([{ id: 'I1', n: 100, violations: 0 }]);
  expect(stop).toHaveBeenCalledOnce();
});

function step(code) {
  return { name: 'check', what: '', cwd: tmpdir(), commands: [[process.execPath, ['-e', code], {}]] };
}
