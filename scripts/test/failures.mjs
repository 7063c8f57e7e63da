import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const longestLine = 899;
const mostLines = 20;

/**
 * Lists the failed tests of vitest's JSON report as `{ file, name, error }`, and the files that
 * fail as a whole.
 */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file, name: 'the whole file', error: message }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: fullName,
      error: failureMessages?.[0],
    }));
  });
}

/**
 * Lists the failed journeys of Playwright's JSON report as `{ file, name, error }`, and the errors
 * outside of any test.
 */
export function playwrightFailures({ config, suites = [], errors }) {
  const root = config?.rootDir ?? '';
  const outside = errors.map(({ message, location }) => ({
    file: location?.file ?? root,
    name: 'outside of any test',
    error: message,
  }));
  return [...suites.flatMap((suite) => specsOf(suite, [])), ...outside];

  function specsOf(suite, titles) {
    const failed = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          file: join(root, file),
          name: [...titles, title].join(' '),
          error: firstError(results),
        })),
    );
    // The title of the outermost suite is its file.
    return [...failed, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title]))];
  }
}

/**
 * One line for each failed test of all steps, or for a failed step without a list: step, file,
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
    .map((line) =>
      shortened(stripVTControlCharacters(line).replaceAll(join(root, '/'), '').trim().split('\n')[0]),
    );
  const rest = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(rest > 0 ? [`… and ${rest} more`] : [])].map(
    (line) => `FAILED ${line}`,
  );
}

function firstError(results) {
  return results.find(({ error }) => error)?.error.message;
}

function shortened(line) {
  const most = longestLine - 'FAILED '.length;
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
