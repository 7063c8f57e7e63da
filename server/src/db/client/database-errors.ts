const connectionCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53...|57P..)$/;
/** Errors of pg and its pool that have no code. */
const connectionMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/**
 * Whether the database cannot be reached: a connection was refused, reset or timed out, a statement was not answered, PostgreSQL's classes 08
 * (connection), 53 (resources) and 57P (shutting down), or the pool was closed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return connectionCodes.test(codeOf(error)) || (error instanceof Error && connectionMessages.test(error.message));
}

/**
 * Whether PostgreSQL cancelled the statement: a timeout (57014) or a deadlock (40P01). The transaction was rolled back, and the same request
 * may succeed a moment later.
 */
export function isStatementCancelled(error: unknown): boolean {
  return ['57014', '40P01'].includes(codeOf(error));
}

/** Whether PostgreSQL ended the transaction because others waited for it and it for them. Nothing of it was written. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01';
}

/**
 * Whether a prepared statement no longer matches the connection: its columns have changed (0A000 of RevalidateCachedQuery), it does not exist
 * (26000), or it exists already (42P05). The statement was not run.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '0A000') return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return code === '26000' || code === '42P05';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
