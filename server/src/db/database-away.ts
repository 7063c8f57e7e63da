/** Connection refused, reset or timed out, and PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutting down), a pool that was closed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53...|57P..)$/.test(code)) return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end)/.test(error.message);
}
