import { existsSync, readFileSync, rmSync } from 'node:fs';
import { playwrightFailures, vitestFailures } from './failures.mjs';

/**
 * Removes an old report: a run that crashes before it writes its own must not be counted by the old
 * one.
 */
export function forgetReport(file) {
  rmSync(file, { force: true });
}

/**
 * Reads the counts and the failures of vitest's JSON report. Failures are also: a file that fails
 * as a whole (it does not load, a hook throws), a missing report, and an exit code that no test
 * explains.
 */
export function vitestCounts(file, exitCode) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: `No report at ${file}.` };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const wholeFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every(hasNotFailed),
  );
  const failed = report.numFailedTests + wholeFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: vitestFailures(report),
  };
}

function hasNotFailed({ status }) {
  return status !== 'failed';
}

/**
 * Reads the counts and the failures of Playwright's JSON report. A `flaky` test counts as failed;
 * with retries off there should be none.
 */
export function playwrightCounts(file, exitCode) {
  if (!existsSync(file)) return { passed: 0, failed: 1, note: `No report at ${file}.` };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { stats, errors } = report;
  const failed = stats.unexpected + stats.flaky + errors.length;
  return {
    passed: stats.expected,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: stats.skipped,
    failures: playwrightFailures(report),
  };
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

/** A table of the steps, including those that were not run. */
export function summary(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, passed, failed, skipped, seconds, note }) =>
    [
      name.padEnd(width),
      `${seconds.toFixed(1)} s`.padStart(8),
      `${passed} passed`.padStart(12),
      `${failed} failed`.padStart(10),
      skipped ? `  ${skipped} skipped` : '',
      note ? `  ${note.split('\n')[0]}` : '',
    ].join(' '),
  );
  return [...rows, `${'all'.padEnd(width)} ${`${addUp(results).seconds.toFixed(1)} s`.padStart(8)}`]
    .map((row) => row.trimEnd())
    .join('\n');
}

/** The last line of the output, for programs to read. */
export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
