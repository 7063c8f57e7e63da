import { existsSync } from 'node:fs';
import { installPackagesOfDebian } from './debian-packages.mjs';

/** Whether pgBackRest is on this machine. Installs it when it is missing and this is root on Debian. Returns the reason where it is not. */
export async function findPgBackRest() {
  return existsSync('/usr/bin/pgbackrest') ? undefined : installPackagesOfDebian(['pgbackrest']);
}
