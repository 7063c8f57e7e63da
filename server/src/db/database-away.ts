const codes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53...|57P..)$/;
/** Of pg and its pool, which give no code. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** Connection refused, reset or timed out, and PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutting down), a pool that was closed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return codes.test(code) || messages.test(error.message);
}

/**
 * PostgreSQL gave a statement up: it took longer than it may (57014), or waited for whoever waited for it (40P01). Nothing of the transaction
 * is kept, and the same request may go through a moment later.
 */
export function wasGivenUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '57014' || error.code === '40P01');
}
