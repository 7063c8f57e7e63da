import { expect, test } from 'vitest';
import { failureLines, playwrightFailures, vitestFailures } from './failures.mjs';

test('of vitest, failed tests are listed, and files that fail as a whole', () => {
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
    failureLines([{ name: 'unit', failed: 2, failures: vitestFailures({ testResults }) }], '/home/me/samay'),
  ).toEqual([
    'FAILED unit: web/src/a.test.tsx > a form keeps text: AssertionError: expected 1 to be 2',
    'FAILED unit: scripts/b.test.mjs > the whole file: Cannot find c.mjs',
  ]);
});

test('of Playwright, failed and flaky journeys are listed with their groups, and errors outside of them', () => {
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
  };
  expect(
    failureLines([{ name: 'journeys', failed: 3, failures: playwrightFailures(report) }], '/home/me/samay'),
  ).toEqual([
    'FAILED journeys: e2e/a.spec.ts > closes: Error: none',
    'FAILED journeys: e2e/a.spec.ts > a guest signs in: Timed out',
    'FAILED journeys: e2e/setup.ts > outside of any test: No browser',
  ]);
});

test('a step without a list of tests is named with its note; one that passed is not', () => {
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
