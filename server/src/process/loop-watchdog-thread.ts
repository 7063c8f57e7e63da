import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { now } from '@samay/contract/core/time';
import type { Watched } from './loop-watchdog.ts';

const { beats, seconds } = workerData as Watched;
const counter = new Int32Array(beats);
/** Of this thread, so that time in which the whole process was stopped is not counted. */
const tickMs = 500;
const most = Math.ceil((seconds * 1000) / tickMs);
let seen = -1;
let silent = 0;

setInterval(() => {
  const beat = Atomics.load(counter, 0);
  silent = beat === seen ? silent + 1 : 0;
  seen = beat;
  if (silent < most) return;
  sayLast();
  // The thread that is stuck would handle any other signal, and `exit` of this one ends only itself.
  process.kill(process.pid, 'SIGKILL');
}, tickMs);

/** In the form of the log, whose own writer belongs to the thread that is stuck. */
function sayLast(): void {
  const line = { level: 60, time: now().toISOString(), pid: process.pid, msg: `stuck for ${seconds} s: this process is ended` };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody takes what is logged.
  }
}
