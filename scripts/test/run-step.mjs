import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The running child process, and the `stop` that `before` returned: an interrupt ends both. */
let running = {};

/**
 * Runs one step of the suite: `before()`, which may return `{ env, args, stop }` or
 * `{ skip: reason }`, then its command in the folder `root` with these further arguments.
 * A step is `{ name, what, command: [program, ...args], env, before?, report? }`. `report.file` is
 * the command's output file, and `report.read(file, exitCode)` returns `{ passed, failed, skipped,
 * failures }` from it; a step without a report counts as one test. Never rejects: any error is a
 * failure of the step. Resolves to `{ name, passed, failed, skipped, seconds, note?, failures?,
 * invariants? }`.
 */
export async function runStep(step, root) {
  const began = performance.now();
  console.log(`\n── ${step.name}: ${step.what}`);
  const outcome = await attempt(step, root).catch(({ message }) => ({ passed: 0, failed: 1, note: message }));
  const seconds = (performance.now() - began) / 1000;
  if (outcome.note) console.log(outcome.note);
  console.log(`── ${step.name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name: step.name, skipped: 0, ...outcome, seconds };
}

/** Ends the running step's child process, and the processes of its `before`. */
export async function stopRunningStep() {
  running.child?.kill('SIGTERM');
  await running.stop?.();
}

async function attempt({ command, env, before, report }, root) {
  const { skip, stop, env: added, args = [] } = (await before?.()) ?? {};
  if (skip) return { passed: 0, failed: 0, note: skip };
  running = { stop };
  try {
    // Deletes an old report, which must not count for a command that crashes before it writes its
    // own.
    if (report) rmSync(report.file, { force: true });
    const { exitCode, invariants } = await execute([...command, ...args], {
      cwd: root,
      env: { ...env, ...added },
    });
    const isGood = exitCode === 0;
    return {
      ...(report ? report.read(report.file, exitCode) : { passed: Number(isGood), failed: Number(!isGood) }),
      invariants,
    };
  } finally {
    running = {};
    await stop?.();
  }
}

function execute([program, ...args], options) {
  const invariants = [];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    running.child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      invariants.push(...invariantsIn(line));
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ exitCode: code ?? 1, invariants }));
  });
}

/** Parses the line of JSON that a test of an invariant prints; it begins with the invariant's id. */
function invariantsIn(line) {
  try {
    return line.trimStart().startsWith('{"id":') ? [JSON.parse(line)] : [];
  } catch {
    return [];
  }
}
