// Runs the programs of a cluster as systemd would: starts each again after it has ended. When the
// process that forked this one ends, or is killed, all of them end, and their folder is deleted.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { postmasterOf } from './postmaster.mjs';

/** The running programs by name: command, process, and time of the restart. */
const units = new Map();
/** The leftovers of the cluster: its folder, and those of the data. */
let remains = { folder: undefined, data: [] };
let isEnding = false;

const orders = {
  remains: (order) => void (remains = order),
  start: (unit) => {
    units.set(unit.name, { ...unit, starts: 0 });
    run(unit.name);
  },
  /**
   * Sends a signal to one program; after SIGKILL it is started again only after `backAfterMs`, if
   * that is given.
   */
  signal: ({ name, signal, backAfterMs }) => {
    const unit = units.get(name);
    unit.nextPauseMs = backAfterMs;
    unit.child?.kill(signal);
  },
};

process.on('message', ({ id, order, ...details }) => {
  orders[order](details);
  process.send?.({ id, pids: Object.fromEntries([...units].map(([name, { child }]) => [name, child?.pid])) });
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());

function run(name) {
  const unit = units.get(name);
  const log = fs.openSync(unit.log, 'a');
  const [program, ...parameters] = unit.command;
  unit.child = spawn(program, parameters, {
    ...unit.user,
    env: unit.env,
    cwd: unit.cwd,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  unit.starts += 1;
  unit.child.on('exit', () => {
    unit.child = undefined;
    if (isEnding) return;
    const pauseMs = unit.nextPauseMs ?? unit.pauseMs;
    unit.nextPauseMs = undefined;
    setTimeout(() => !isEnding && run(name), pauseMs);
  });
}

/**
 * Ends PostgreSQL, which runs apart from its Patroni. Patroni ends first so that it does not
 * restart it.
 */
async function end() {
  if (isEnding) return;
  isEnding = true;
  for (const { child } of units.values()) child?.kill('SIGKILL');
  for (const data of remains.data) kill(postmasterOf(data), 'SIGCONT', 'SIGQUIT');
  for (
    let waited = 0;
    waited < 5_000 && remains.data.some((data) => isRunning(postmasterOf(data)));
    waited += 50
  )
    await wait(50);
  for (const data of remains.data) kill(postmasterOf(data), 'SIGKILL');
  if (remains.folder)
    fs.rmSync(remains.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(0);
}

function kill(pid, ...signals) {
  for (const signal of signals) if (isRunning(pid)) process.kill(pid, signal);
}

function isRunning(pid) {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
