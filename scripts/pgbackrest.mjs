import { installDebianPackage } from './postgres-programs.mjs';

/** Whether pgBackRest is on this machine. Installs it when it is missing and this is root on Debian. Returns the reason where it is not. */
export async function findPgBackRest() {
  return installDebianPackage('pgbackrest', '/usr/bin/pgbackrest');
}
