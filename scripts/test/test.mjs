import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../setup/install.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { whenNpmEnds } from '../setup/when-npm-ends.mjs';
import { addUp, failureLines, summary } from './reports.mjs';
import { runStep, stopRunningStep } from './run-step.mjs';

// `npm test`: runs all steps, also after one has failed. `--only=unit,journeys` runs these steps;
// `--quick`, `--full` and `--clocks` choose others (steps.mjs). No static import may lead to a package: packages
// are missing until installPackages has run.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const options = process.argv.slice(2);
const run = ['quick', 'full', 'clocks'].find((name) => options.includes(`--${name}`)) ?? 'usual';
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length);
const results = [];

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void interrupt());
whenNpmEnds(() => void interrupt());
try {
  for (const step of await chosenSteps()) results.push(await runStep(step, root));
} catch (error) {
  results.push({ name: 'start', passed: 0, failed: 1, seconds: 0, note: error.message });
}
finish();

async function chosenSteps() {
  await installPackages(root);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const { testSteps } = await import('./steps.mjs');
  const steps = testSteps({ root, node: pinnedNode(root), run, isCi: Boolean(process.env.CI) });
  const names = only?.split(',') ?? steps.map(({ name }) => name);
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ')}. The steps: ${steps.map(({ name }) => name).join(', ')}`,
    );
  return steps.filter(({ name }) => names.includes(name));
}

/** Prints the table, the failed tests, and as the last line the counts, for programs to read. */
function finish() {
  const total = addUp(results);
  if (run === 'full')
    writeFileSync(
      join(root, 'test-results', 'full.json'),
      `${JSON.stringify({ total, steps: results }, null, 2)}\n`,
    );
  console.log(`\n${summary(results)}\n`);
  if (run === 'quick') console.log('A quick run: invariants, PostgreSQL, bundle and journeys were not run.');
  for (const line of failureLines(results, root)) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

async function interrupt() {
  await stopRunningStep();
  process.exit(130);
}
