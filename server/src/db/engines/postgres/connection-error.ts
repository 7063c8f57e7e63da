import { DatabaseRefused } from '../../database.ts';

/**
 * The error for a PostgreSQL that cannot be connected to. Its message tells the operator why,
 * without login and password.
 *
 * @param setting the name of the setting that holds its address
 */
export function connectionError(url: string, setting: string, error: unknown): DatabaseRefused {
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

/**
 * The system's error code where there is one: its messages are empty when a host name has several
 * addresses. Of a certificate or key, its path too.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || 'path' in error)
    return error instanceof Error ? error.message : String(error);
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? error.code
    : error.message;
}
