import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const longestLine = 899;
const mostLines = 20;

/**
 * Reads vitest's JSON report. Failures are also: a file that fails as a whole (it does not load, a hook
 * throws), a missing report, and an exit code that no test explains.
 */
export function vitestReport(file, exitCode) {
  return counted(file, exitCode, ({ testResults, numPassedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(failuresOfFile),
  }));
}

function failuresOfFile({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [{ file, name: 'the whole file', error: message }];
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    name: fullName,
    error: failureMessages?.[0],
  }));
}

/**
 * Reads Playwright's JSON report. A `flaky` test counts as failed; with retries off there should be
 * none. So do errors outside of any test.
 */
export function playwrightReport(file, exitCode) {
  return counted(file, exitCode, ({ config, suites, stats, errors }) => ({
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [
      // The title of an outermost suite is its file.
      ...suites.flatMap((suite) => failuresOfSuite(suite, config.rootDir, [])),
      ...errors.map(({ message, location }) => ({
        file: location?.file ?? config.rootDir,
        name: 'outside of any test',
        error: message,
      })),
    ],
  }));
}

function failuresOfSuite({ specs = [], suites = [] }, folder, titles) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: join(folder, file),
        name: [...titles, title].join(' '),
        error: results.find(({ error }) => error)?.error.message,
      })),
  );
  return [...own, ...suites.flatMap((suite) => failuresOfSuite(suite, folder, [...titles, suite.title]))];
}

function counted(file, exitCode, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: `No report at ${file}.` };
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  return { ...counts, failed: counts.failures.length || Number(exitCode !== 0) };
}

export function addUp(results) {
  const total = (name) => results.reduce((sum, result) => sum + (result[name] ?? 0), 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    seconds: total('seconds'),
  };
}

/** Returns a table of the steps, including those that were not run. */
export function summary(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = [...results, { name: 'all', ...addUp(results) }].map(
    ({ name, passed, failed, skipped, seconds, note }) =>
      [
        name.padEnd(width),
        `${seconds.toFixed(1)} s`.padStart(8),
        `${passed} passed`.padStart(12),
        `${failed} failed`.padStart(10),
        skipped ? `  ${skipped} skipped` : '',
        note ? `  ${note.split('\n')[0]}` : '',
      ].join(' '),
  );
  return rows.map((row) => row.trimEnd()).join('\n');
}

/**
 * Returns one line for each failed test of all steps, or for a failed step without a list: step, file,
 * name, first line of the error. They are printed last, because a log may be cut at its beginning.
 * Paths are relative to `root`.
 */
export function failureLines(results, root) {
  const lines = results
    .filter(({ failed }) => failed > 0)
    .flatMap(({ name: step, note, failures = [] }) =>
      failures.length > 0
        ? failures.map(({ file, name, error }) => `${step}: ${file} > ${name}: ${error ?? 'no message'}`)
        : [`${step}: ${note ?? 'its messages are above'}`],
    )
    .map((line) => stripVTControlCharacters(line).replaceAll(join(root, '/'), '').trim().split('\n')[0]);
  const rest = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(rest > 0 ? [`… and ${rest} more`] : [])]
    .map((line) => `FAILED ${line}`)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
}
