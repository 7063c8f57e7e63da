import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStep } from './run-step.mjs';
import { summary } from './reports.mjs';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => vi.restoreAllMocks());

test('a step without tests of its own counts as one [O-5.15]', async () => {
  expect(await runStep(step('process.exit(0)'), tmpdir())).toMatchObject({
    name: 'check',
    passed: 1,
    failed: 0,
  });
  expect(await runStep(step('process.exit(2)'), tmpdir())).toMatchObject({ passed: 0, failed: 1 });
});

test('a step that cannot be prepared fails with the reason; a skipped one gives its reason', async () => {
  const before = () => Promise.reject(new Error('no PostgreSQL'));
  expect(await runStep({ ...step(''), before }, tmpdir())).toMatchObject({
    failed: 1,
    note: 'no PostgreSQL',
  });
  const skipped = await runStep(
    { ...step(''), before: () => ({ skip: 'NOT RUN: no PostgreSQL' }) },
    tmpdir(),
  );
  expect(skipped).toMatchObject({ passed: 0, failed: 0, note: 'NOT RUN: no PostgreSQL' });
  expect(summary([skipped])).toContain('NOT RUN: no PostgreSQL');
});

test('what a step started is stopped after it, and the results of invariants are collected', async () => {
  const stop = vi.fn();
  const code = `console.log(process.env.URL); console.log(JSON.stringify({ id: 'I-1', n: 100, violations: 0 }))`;
  const result = await runStep({ ...step(code), before: () => ({ env: { URL: 'u' }, stop }) }, tmpdir());
  expect(result.invariants).toEqual([{ id: 'I-1', n: 100, violations: 0 }]);
  expect(stop).toHaveBeenCalledOnce();
});

test('a report that an earlier run left is not counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samay-report-'));
  const file = join(folder, 'report.json');
  writeFileSync(file, '{}');
  const report = { file, read: (path) => ({ passed: 0, failed: Number(!existsSync(path)) }) };
  expect(await runStep({ ...step(''), report }, tmpdir())).toMatchObject({ failed: 1 });
  rmSync(folder, { recursive: true });
});

function step(code) {
  return { name: 'check', what: '', command: [process.execPath, '-e', code], env: {} };
}
