import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const program = join(import.meta.dirname, 'samay.mjs');
const minute = 60_000;
const day = 24 * 60 * minute;
const retryMs = 15 * minute;

/**
 * `samay backups`: runs `samay backup` daily at BACKUP_AT (hours and minutes in the time zone TZ), and
 * immediately when BACKUP_DIR has no backup of the last day. A backup that fails is tried again every
 * quarter of an hour.
 */
export async function backUpDaily({ at = process.env.BACKUP_AT || '02:15' } = {}) {
  let running;
  process.on('SIGTERM', () => {
    running?.kill('SIGTERM');
    process.exit(0);
  });
  for (let due = firstAt(at, newestBackup(process.env.BACKUP_DIR), Date.now()); ;) {
    await wait(due - Date.now());
    running = spawn(process.execPath, [program, 'backup'], { stdio: 'inherit' });
    const [code] = await once(running, 'exit');
    due = dueAfter(code, at, Date.now());
    console.log(`The next backup begins at ${new Date(due).toISOString()}.`);
  }
}

/** Returns when the first backup begins: at `now` unless the newest one is of the last day. Milliseconds. */
export function firstAt(at, newest, now) {
  return newest === undefined || now - newest > day ? now : nextAt(at, now);
}

/** Returns when a backup follows one that ended at `now` with this exit code. Milliseconds. */
export function dueAfter(code, at, now) {
  return code === 0 ? nextAt(at, now) : now + retryMs;
}

/** Returns when the newest backup of a folder was written, in milliseconds; undefined without one. */
function newestBackup(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.name.startsWith('samay-') && entry.isFile(),
  );
  const times = files.map(({ name }) => statSync(join(folder, name)).mtimeMs);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Returns the next instant after `now` at which a clock of this time zone shows `at`.
 *
 * @param {string} at hours and minutes, `02:15`
 * @param {number} now milliseconds
 */
export function nextAt(at, now) {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at);
  if (!match) throw new Error(`BACKUP_AT is ${at}. Write hours and minutes, such as 02:15.`);
  const next = new Date(now);
  next.setHours(Number(match[1]), Number(match[2]), 0, 0);
  if (next.getTime() <= now) next.setDate(next.getDate() + 1);
  return next.getTime();
}
