import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../setup/install.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { runStep, stopRunningStep } from './run-step.mjs';
import { addUp, lastLine, summary } from './counts.mjs';
import { failureLines } from './failures.mjs';
import { whenNpmEnds } from '../setup/when-npm-ends.mjs';

// `npm test`: runs all steps, also after one has failed. `--only=unit,journeys` runs these steps;
// `--quick` leaves out PostgreSQL, the invariants, the odd time zones and the browser; `--full`
// runs the invariants with their full counts and writes test-results/full.json. No static import
// may lead to a package: packages are missing until installPackages has run.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const options = process.argv.slice(2);
const isFull = options.includes('--full');
const isQuick = options.includes('--quick');
const only = options
  .find((option) => option.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const results = [];

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void interrupt());
whenNpmEnds(() => void interrupt());
await test().catch((error) =>
  finish([...results, { name: 'start', passed: 0, failed: 1, seconds: 0, note: error.message }]),
);

async function test() {
  await installPackages(root);
  const { testSteps } = await import('./steps.mjs');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  for (const step of chosenSteps(
    testSteps({ root, node: pinnedNode(root), isFull, isQuick, isCi: Boolean(process.env.CI) }),
  )) {
    console.log(`\n── ${step.name}: ${step.what}`);
    const result = await runStep(step);
    results.push(result);
    console.log(
      `── ${step.name}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${result.seconds.toFixed(1)} s`,
    );
  }
  finish(results);
}

function chosenSteps(steps) {
  const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ')}. The steps: ${steps.map((step) => step.name).join(', ')}`,
    );
  return only ? steps.filter((step) => only.includes(step.name)) : steps;
}

function finish(all) {
  if (isFull)
    writeFileSync(
      join(root, 'test-results', 'full.json'),
      `${JSON.stringify({ total: addUp(all), steps: all }, null, 2)}\n`,
    );
  console.log(`\n${summary(all)}\n`);
  if (isQuick)
    console.log('A quick run: invariants, PostgreSQL, odd zones, bundle and journeys were not run.');
  for (const line of failureLines(all, root)) console.log(line);
  console.log(lastLine(addUp(all)));
  process.exitCode = addUp(all).failed === 0 ? 0 : 1;
}

async function interrupt() {
  await stopRunningStep();
  process.exit(130);
}
