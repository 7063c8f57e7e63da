import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addUp, failureLines, playwrightReport, vitestReport } from './reports.mjs';

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
  const counts = vitestReport(report, 1);
  expect(counts).toMatchObject({ passed: 5, failed: 3, skipped: 2 });
  expect(counts.failures).toHaveLength(3);
});

test('an exit code that no test explains is a failure, and so is a missing report [O-5.15]', () => {
  const fine = write({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  });
  expect(vitestReport(fine, 0)).toMatchObject({ passed: 5, failed: 0 });
  expect(vitestReport(fine, 1)).toMatchObject({ passed: 5, failed: 1 });
  expect(vitestReport(join(directory, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(playwrightReport(join(directory, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});

test('all steps are added up', () => {
  const results = [
    { passed: 1, failed: 0, seconds: 1 },
    { passed: 41, failed: 2, skipped: 1, seconds: 2 },
  ];
  expect(addUp(results)).toEqual({ passed: 42, failed: 2, skipped: 1, seconds: 3 });
});

test('failed tests of vitest are listed, and files that fail as a whole', () => {
  const testResults = [
    {
      name: '/home/me/samay/web/src/a.test.tsx',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'a passes' },
        {
          status: 'failed',
          fullName: 'a form keeps text',
          failureMessages: ['AssertionError: expected 1 to be 2\n    at /home/me/samay/web'],
        },
      ],
    },
    {
      name: '/home/me/samay/scripts/b.test.mjs',
      status: 'failed',
      message: '\u001B[31mCannot find /home/me/samay/c.mjs',
      assertionResults: [],
    },
  ];
  expect(
    failureLines([{ name: 'unit', ...vitestReport(write({ testResults }), 1) }], '/home/me/samay'),
  ).toEqual([
    'FAILED unit: web/src/a.test.tsx > a form keeps text: AssertionError: expected 1 to be 2',
    'FAILED unit: scripts/b.test.mjs > the whole file: Cannot find c.mjs',
  ]);
});

test('failed and flaky journeys of Playwright are listed with their groups, and errors outside of them', () => {
  const spec = (title, status, message) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ error: message && { message } }] }],
  });
  const report = {
    config: { rootDir: '/home/me/samay/e2e' },
    suites: [
      {
        title: 'a.spec.ts',
        specs: [
          spec('opens', 'expected'),
          spec('closes', 'unexpected', '\u001B[2mError: none\u001B[22m\n\nCall log'),
        ],
        suites: [{ title: 'a guest', specs: [spec('signs in', 'flaky', 'Timed out')] }],
      },
    ],
    errors: [{ message: 'No browser', location: { file: '/home/me/samay/e2e/setup.ts' } }],
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 },
  };
  const counts = playwrightReport(write(report), 1);
  expect(counts).toMatchObject({ passed: 7, failed: 3, skipped: 0 });
  expect(failureLines([{ name: 'journeys', ...counts }], '/home/me/samay')).toEqual([
    'FAILED journeys: e2e/a.spec.ts > closes: Error: none',
    'FAILED journeys: e2e/a.spec.ts > a guest signs in: Timed out',
    'FAILED journeys: e2e/setup.ts > outside of any test: No browser',
  ]);
});

test('a step without a list of tests is named with its note; one that passed is not [O-5.15]', () => {
  expect(
    failureLines(
      [
        { name: 'lint', failed: 1 },
        { name: 'unit', failed: 1, note: 'No report at /srv/samay/test-results/unit.json.' },
        { name: 'types', failed: 0 },
      ],
      '/srv/samay',
    ),
  ).toEqual(['FAILED lint: its messages are above', 'FAILED unit: No report at test-results/unit.json.']);
});

test('the list is short: twenty lines of less than 900 characters', () => {
  const failures = Array.from({ length: 27 }, (_, at) => ({
    file: `${at}.test.ts`,
    name: 'x'.repeat(1000),
    error: 'no',
  }));
  const lines = failureLines([{ name: 'unit', failed: 27, failures }], '/srv/samay');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('FAILED … and 7 more');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(900);
});

function write(report) {
  const file = join(directory, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}
