import { DatabaseRefused } from '../../database.ts';

/**
 * Returns the error for a PostgreSQL that cannot be reached. Its message tells the operator the
 * reason, without login and password.
 * @param setting the name of the setting that holds its address
 */
export function connectionError(url: string, setting: string, error: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `The database ${getName(url)} cannot be used (${getReason(error)}). Is it running, and are ${setting} and its password right?`,
    { cause: error },
  );
}

/** Returns a database's address without login and password. */
export function getName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Returns the system's error code if there is one: its messages are empty when a host name has
 * several addresses. For a certificate or key it adds the path.
 */
function getReason(error: unknown): string {
  if (!(error instanceof Error) || 'path' in error)
    return error instanceof Error ? error.message : String(error);
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? error.code
    : error.message;
}
