import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { now } from '@samay/contract/core/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { warningsLog } from '../../database.ts';
import { type Holder, thisProcess } from './lock-holder.ts';
import { claimPidFile, readHolder } from './pid-file.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder('pid-file'));
});

afterEach(() => remove());

/** Writes a holder's file as another process would have left it. */
function leave(holder: Partial<Holder>, name = 'process.pid'): void {
  fs.writeFileSync(path.join(folder, name), JSON.stringify({ ...thisProcess(), nonce: 'theirs', ...holder }));
}

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('is this process until released, and then gone', async () => {
  const file = await claimPidFile(folder, warningsLog);
  expect(readHolder(folder)).toMatchObject({ pid: process.pid });
  file.release();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a living holder is named', async () => {
  leave({});
  await expect(claimPidFile(folder, warningsLog)).rejects.toThrow(
    `Another Samay process (pid ${process.pid}) already uses ${folder}.`,
  );
  expect(readHolder(folder)?.nonce).toBe('theirs');
});

test('a dead holder is replaced, also where its number was given to another process', async () => {
  leave({ pid: await endedPid() });
  (await claimPidFile(folder, warningsLog)).release();
  leave({ started: 'long ago' });
  (await claimPidFile(folder, warningsLog)).release();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('one that died while it took over is replaced as well', async () => {
  const pid = await endedPid();
  leave({ pid, nonce: 'first' });
  leave({ pid, nonce: 'second' }, 'process.pid.first');
  leave({ pid, nonce: 'third' }, 'process.pid.first.second');
  (await claimPidFile(folder, warningsLog)).release();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a holder in another container lives while its file does', async () => {
  leave({ host: 'other', place: 'elsewhere' });
  const file = path.join(folder, 'process.pid');
  const heart = setInterval(() => fs.utimesSync(file, now(), now()), 300);
  await expect(claimPidFile(folder, warningsLog)).rejects.toThrow(
    `Another Samay process (pid ${process.pid} on other) already uses`,
  );
  clearInterval(heart);
});

test('a holder in another container that is silent for ten seconds is replaced', async () => {
  leave({ host: 'other', place: 'elsewhere' });
  const file = await claimPidFile(folder, warningsLog);
  expect(readHolder(folder)?.nonce).not.toBe('theirs');
  file.release();
});

test('our own file shows that we live', async () => {
  const file = await claimPidFile(folder, warningsLog);
  const before = fs.statSync(path.join(folder, 'process.pid')).mtimeMs;
  await expect
    .poll(() => fs.statSync(path.join(folder, 'process.pid')).mtimeMs, { timeout: 5_000 })
    .toBeGreaterThan(before);
  file.release();
});

test('a file that is not readable says which to delete', async () => {
  fs.writeFileSync(path.join(folder, 'process.pid'), 'half a f');
  await expect(claimPidFile(folder, warningsLog)).rejects.toThrow(
    `${folder}/process.pid is not readable. If no Samay uses this folder, delete`,
  );
});
