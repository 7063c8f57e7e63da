import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The running child process, and the `stop` that `before` returned: an interrupt ends both. */
let running = {};

/**
 * Runs one step of the suite: `before()`, which may return `{ env, stop }` or `{ skip: reason }`,
 * then its commands in order, then `count`.
 *
 * A step is `{ name, what, commands: [program, args, env][], cwd, before?, count? }`.
 * `count(exitCode)` reads `{ passed, failed, skipped, failures }` from the reports of the commands;
 * a step without it counts as one test. Never rejects: any error is a failure of the step. Resolves
 * to `{ name, passed, failed, skipped, seconds, note?, failures?, invariants }`.
 */
export async function runStep(step) {
  const began = performance.now();
  const outcome = await attempt(step).catch((error) => ({ passed: 0, failed: 1, note: error.message }));
  if (outcome.note) console.log(outcome.note);
  return {
    name: step.name,
    skipped: 0,
    invariants: [],
    ...outcome,
    seconds: (performance.now() - began) / 1000,
  };
}

/** Ends the running step's child process, and what its `before` started. */
export async function stopRunningStep() {
  running.child?.kill('SIGTERM');
  await running.stop?.();
}

async function attempt(step) {
  const prepared = (await step.before?.()) ?? {};
  if (prepared.skip) return { passed: 0, failed: 0, note: prepared.skip };
  running = { stop: prepared.stop };
  const invariants = [];
  try {
    let exitCode = 0;
    for (const [program, args, env] of step.commands) {
      exitCode =
        (await command(program, args, { cwd: step.cwd, env: { ...env, ...prepared.env } }, invariants)) ||
        exitCode;
    }
    return {
      ...(step.count?.(exitCode) ?? { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 }),
      invariants,
    };
  } finally {
    running = {};
    await prepared.stop?.();
  }
}

function command(program, args, options, invariants) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    running.child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      const invariant = invariantIn(line);
      if (invariant) invariants.push(invariant);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Parses the line of JSON that a test of an invariant prints; it begins with the invariant's id.
 */
function invariantIn(line) {
  if (!line.trimStart().startsWith('{"id":')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
