import fs from 'node:fs';
import path from 'node:path';
import { findProgram } from './debian-packages.mjs';

/**
 * Finds the library of Debian's faketime, to be preloaded. Its program would tie all processes to
 * semaphores of one user.
 *
 * @returns {Promise<{ library?: string, reason?: string }>} its path, or the reason why it is missing
 */
export async function findFaketime() {
  const { reason } = await findProgram('faketime', 'faketime');
  if (reason) return { reason };
  const library = fs
    .readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((file) => fs.existsSync(file));
  return library ? { library } : { reason: 'faketime has no library for threads' };
}

const clockVariables = [
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'FAKETIME_FORCE_MONOTONIC_FIX',
];

/**
 * Returns the variables of this process's clock, if it has another one than its machine, for a child
 * whose environment is its own (scripts/test/clocks.mjs).
 *
 * @returns {Record<string, string>}
 */
export function inheritedClock() {
  return Object.fromEntries(
    clockVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}
