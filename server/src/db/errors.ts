/**
 * Says that another transaction has changed what this one rests on: it is undone, and runs once
 * more.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

const connectionCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53...|57P..)$/;
/** Errors of pg and its pool that have no code. */
const connectionMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/** Where nothing can be written: a standby, or a primary that has become one. */
const readOnlyCode = '25006';
/** The server, or what is between, has ended the connection. */
const lostCodes = /^(ECONNRESET|EPIPE|08\d{3}|57P..|25P03)$/;
const lostMessages = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * A worker of Citus that does not answer, or that went away in a commit: the coordinator says so as
 * an error of its own, XX000.
 */
const workerMessages =
  /^(could not commit transaction for shard|server closed the connection unexpectedly|no connection to the server|connection not open|could not (?:receive|send) data|failure on connection marked as essential)/;

/**
 * Whether the database cannot be reached: a connection was refused, reset or timed out, a statement
 * was not answered, PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutting down),
 * the pool was closed, what answers is a standby (25006), or a worker of Citus does not answer.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  const isKnown = connectionCodes.test(code) || code === readOnlyCode || isOfWorker(error);
  return isKnown || (error instanceof Error && connectionMessages.test(error.message));
}

/**
 * Whether PostgreSQL cancelled the statement: a timeout (57014), a deadlock (40P01) or a conflict
 * with a concurrent transaction (40001). The transaction was rolled back, and the same request may
 * succeed a moment later.
 */
export function isStatementCancelled(error: unknown): boolean {
  return ['57014', '40P01', '40001'].includes(codeOf(error));
}

/**
 * Whether a read that failed would be answered if it were sent once more: its connection was lost,
 * its plan went stale, or PostgreSQL chose it to end a conflict (40001, 40P01). One that was not
 * answered in time is not repeated: its caller has waited long enough.
 */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  const isLost = lostCodes.test(code) || (error instanceof Error && lostMessages.test(error.message));
  return isLost || isStalePlan(error) || ['40001', '40P01'].includes(code);
}

/**
 * Whether a connection can be used after an error: PostgreSQL refused a statement and serves on. An
 * error without a severity did not come from PostgreSQL, so the connection may answer the wrong
 * statement next.
 */
export function isUsableAfter(error: unknown): boolean {
  return isAnswer(error) && (!lostCodes.test(codeOf(error)) || isOfWorker(error));
}

/**
 * Whether the coordinator of Citus answered that one of its connections to a worker failed: its
 * connection to us is as good as before.
 */
export function isOfWorker(error: unknown): boolean {
  if (!isAnswer(error) || !(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === 'XX000') return workerMessages.test(error.message);
  const isOnWorker =
    'where' in error &&
    typeof error.where === 'string' &&
    error.where.includes('while executing command on ');
  return code === '08006'
    ? error.message.startsWith('connection to the remote node ')
    : lostCodes.test(code) && isOnWorker;
}

/**
 * Whether PostgreSQL answered with this error, and not the network, the pool or a deadline of ours.
 */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

/** Whether a write met a standby, or a primary that has become one. */
export function isFromStandby(error: unknown): boolean {
  return codeOf(error) === readOnlyCode;
}

/**
 * Whether a transaction was undone because another one was first, so that its verb is worth another
 * run, which reads what the other has written: others waited for it and it for them (40P01), or the
 * person or the time that it took for free was taken, or the person that it had found was removed.
 */
export function isOvertaken(error: unknown): boolean {
  const taken = ['patients_person', 'patients_pkey', 'appointments_patient', 'claims_apart'];
  const isTaken = taken.some((name) => isRefusedBy(error, name));
  return error instanceof Overtaken || codeOf(error) === '40P01' || isTaken;
}

/** Whether PostgreSQL has refused what was written, so that nothing of it is committed. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error).startsWith('23') || isOvertaken(error);
}

/**
 * Whether a constraint or unique index of this name refused a row. On Citus a worker says its
 * shard's, which ends on the shard's number; what the coordinator passes on of it names the
 * constraint in the message alone.
 */
export function isRefusedBy(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !codeOf(error).startsWith('23')) return false;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string'
      ? error.constraint
      : error.message.split('"').at(-2);
  return constraint?.replace(/_\d{6,}$/, '') === name;
}

/**
 * Whether a prepared statement no longer matches the connection: its columns have changed (0A000 of
 * RevalidateCachedQuery), it does not exist (26000), or it exists already (42P05). The statement
 * was not run.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '0A000')
    return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return code === '26000' || code === '42P05';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
