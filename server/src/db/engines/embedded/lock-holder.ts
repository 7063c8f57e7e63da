import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** The process that holds a directory, as its pid file says. */
export interface Holder {
  pid: number;
  /** When that process started, in its system's format: a later process may have the same pid. */
  started: string;
  host: string;
  /** The boot and the pid namespace, within which process ids are unique. */
  place: string;
  /** Distinguishes one lock from the next. */
  nonce: string;
}

/** Five missed heartbeats of a holder whose process is not visible from here. */
const silenceMs = 10_000;

export function thisProcess(): Omit<Holder, 'nonce'> {
  return { pid: process.pid, started: getStart(process.pid) ?? '', host: os.hostname(), place: placeHere() };
}

/**
 * Returns whether the holder's process has ended. In the same pid namespace the system knows; for
 * another container or boot the heartbeats in its file are watched.
 */
export async function isGone(holder: Holder, file: string): Promise<boolean> {
  const here = thisProcess();
  if (holder.host === here.host && holder.place === here.place)
    return getStart(holder.pid) !== holder.started;
  const before = modifiedAt(file);
  for (let waited = 0; waited < silenceMs; waited += 500) {
    await wait(500);
    if (modifiedAt(file) !== before) return false;
  }
  return true;
}

function modifiedAt(file: string): number | undefined {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Returns the start time of a process; undefined if there is no such process. */
function getStart(pid: number): string | undefined {
  if (process.platform === 'linux') return startOnLinux(pid);
  if (!exists(pid)) return undefined;
  // On Windows the named pipe has decided already that no holder of this machine lives.
  if (process.platform === 'win32') return pid === process.pid ? `${performance.timeOrigin}` : undefined;
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/**
 * Reads the 22nd field of /proc/<pid>/stat, counted after the program's name, which may contain
 * anything. A zombie has ended.
 */
function startOnLinux(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined; // no such process
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function placeHere(): string {
  if (process.platform !== 'linux') return process.platform;
  return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fs.readlinkSync('/proc/self/ns/pid')}`;
}
