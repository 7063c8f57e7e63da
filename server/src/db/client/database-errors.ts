const codes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53...|57P..)$/;
/** Of pg and its pool, which give no code. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/**
 * Connection refused, reset or timed out, a statement that was not answered, PostgreSQL's classes 08 (connection), 53 (resources), 57P
 * (shutting down), a pool that was closed.
 */
export function isDatabaseAway(error: unknown): boolean {
  return codes.test(codeOf(error)) || (error instanceof Error && messages.test(error.message));
}

/**
 * PostgreSQL gave a statement up: it took longer than it may (57014), or waited for whoever waited for it (40P01). Nothing of the transaction
 * is kept, and the same request may go through a moment later.
 */
export function wasGivenUp(error: unknown): boolean {
  return ['57014', '40P01'].includes(codeOf(error));
}

/**
 * A prepared statement is not what the connection takes it for: its columns have changed (0A000 of RevalidateCachedQuery), it does not exist
 * (26000), or it exists already (42P05). It was not run.
 */
export function isPlanGone(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '0A000') return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return code === '26000' || code === '42P05';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
