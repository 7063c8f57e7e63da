import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addUp, lastLine, playwrightCounts, vitestCounts } from './counts.mjs';

let directory;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'samay-counts-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

test('tests are counted, and so is a file that fails as a whole', () => {
  const report = write({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'skipped' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  });
  const counts = vitestCounts(report, 1);
  expect(counts).toMatchObject({ passed: 5, failed: 3, skipped: 2 });
  expect(counts.failures).toHaveLength(3);
});

test('an exit code that no test explains is a failure, and so is a missing report', () => {
  const fine = write({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  });
  expect(vitestCounts(fine, 0)).toMatchObject({ passed: 5, failed: 0 });
  expect(vitestCounts(fine, 1)).toMatchObject({ passed: 5, failed: 1 });
  expect(vitestCounts(join(directory, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(playwrightCounts(join(directory, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});

test('a journey that passed at the second attempt counts as failed', () => {
  const report = write({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] });
  expect(playwrightCounts(report, 1)).toMatchObject({ passed: 7, failed: 2, skipped: 0 });
});

test('the last line adds all steps up', () => {
  expect(
    lastLine(
      addUp([
        { passed: 1, failed: 0 },
        { passed: 41, failed: 2, skipped: 1 },
      ]),
    ),
  ).toBe('42 passed, 2 failed');
});

function write(report) {
  const file = join(directory, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}
