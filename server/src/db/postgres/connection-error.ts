import { DatabaseRefused } from '../client/database.ts';

/**
 * Why a PostgreSQL could not be connected to, for the operator, without login and password.
 *
 * @param setting the name of the setting that holds its address
 */
export function unreachable(url: string, setting: string, error: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `The database ${nameOf(url)} cannot be used (${reasonOf(error)}). Is it running, and are ${setting} and its password right?`,
    { cause: error },
  );
}

/** A database's address without login and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The system's word where there is one: its messages are empty when an address has several numbers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code) ? error.code : error.message;
}
