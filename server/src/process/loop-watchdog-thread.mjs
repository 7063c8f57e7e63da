import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

// Plain JavaScript that imports none of our modules: a thread that strips types loads the stripper
// for itself, which takes 17 MB.

/** @type {import('./loop-watchdog.ts').WatchdogData} */
const { heartbeats, seconds } = workerData;
const counter = new Int32Array(heartbeats);
/** The interval of this thread: time in which the whole process was stopped is not counted. */
const tickMs = 500;
const most = Math.ceil((seconds * 1000) / tickMs);
let seen = -1;
let silent = 0;

setInterval(() => {
  const count = Atomics.load(counter, 0);
  silent = count === seen ? silent + 1 : 0;
  seen = count;
  if (silent < most) return;
  logEnd();
  // Any other signal would be handled by the blocked thread, and `exit` would end only this one.
  process.kill(process.pid, 'SIGKILL');
}, tickMs);

/** Writes a line in the format of the log, whose own writer belongs to the blocked thread. */
function logEnd() {
  const time = new Date(performance.timeOrigin + performance.now()).toISOString();
  const line = { level: 60, time, pid: process.pid, msg: `stuck for ${seconds} s: this process is ended` };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // Standard output is closed.
  }
}
