import type { ErrorCode } from '@samay/contract/core/errors';

/**
 * Thrown when another transaction has changed the basis of this one: it is undone and run again.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

const connectionCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53...|57P..)$/;
/** Errors of pg and its pool that have no code. */
const connectionMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/** The codes of a server that cannot be written to: a standby, or a former primary. */
const readOnlyCode = '25006';
/** The codes of a connection that the server, or a proxy in between, has ended. */
const lostCodes = /^(ECONNRESET|EPIPE|08\d{3}|57P..|25P03)$/;
const lostMessages = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * Matches the coordinator's error for a worker of Citus that does not answer, or that ended during
 * a commit: an error of its own, XX000.
 */
const workerMessages =
  /^(could not commit transaction for shard|server closed the connection unexpectedly|no connection to the server|connection not open|could not (?:receive|send) data|failure on connection marked as essential)/;

/**
 * Returns whether the database cannot be reached: a connection was refused, reset or timed out, a
 * statement was not answered, PostgreSQL's classes 08 (connection), 53 (resources) and 57P
 * (shutting down), the pool was closed, the server is a standby (25006), or a worker of Citus does
 * not answer.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = toCode(error);
  const isKnown = connectionCodes.test(code) || code === readOnlyCode || isOfWorker(error);
  return isKnown || (error instanceof Error && connectionMessages.test(error.message));
}

/**
 * Returns whether PostgreSQL cancelled the statement, or a verb met other transactions at each of
 * its attempts: a timeout (57014), a deadlock (40P01) or a conflict with a concurrent transaction
 * (40001). The transaction was rolled back, and the same request may succeed a moment later.
 */
export function isStatementCancelled(error: unknown): boolean {
  return error instanceof Overtaken || ['57014', '40P01', '40001'].includes(toCode(error));
}

/**
 * Returns whether a failed read may succeed if it is sent once more: its connection was lost, its
 * plan was stale, or PostgreSQL ended it in a conflict (40001, 40P01). A read that timed out is not
 * repeated: its caller has waited long enough.
 */
export function isPassing(error: unknown): boolean {
  const code = toCode(error);
  const isLost = lostCodes.test(code) || (error instanceof Error && lostMessages.test(error.message));
  return isLost || isStalePlan(error) || ['40001', '40P01'].includes(code);
}

/**
 * Returns whether a connection can be used after an error: PostgreSQL refused a statement and
 * continues. An error without a severity did not come from PostgreSQL, so the connection may answer
 * the wrong statement next.
 */
export function isUsableAfter(error: unknown): boolean {
  return isAnswer(error) && (!lostCodes.test(toCode(error)) || isOfWorker(error));
}

/**
 * Returns whether the coordinator of Citus reported that one of its connections to a worker failed:
 * its connection to us stays usable.
 */
export function isOfWorker(error: unknown): boolean {
  if (!isAnswer(error) || !(error instanceof Error)) return false;
  const code = toCode(error);
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
 * Returns whether PostgreSQL answered with this error, and not the network, the pool or one of our
 * deadlines.
 */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

/** Returns whether a write reached a standby, or a former primary. */
export function isFromStandby(error: unknown): boolean {
  return toCode(error) === readOnlyCode;
}

/**
 * The constraints that refuse what another transaction was first with: the person or the time that
 * was found free is taken, the person that was found is removed, a voucher or note was made. With
 * what is answered where that is so each time.
 */
export const overtakenBy = {
  patients_person: 'person.changed',
  patients_pkey: 'person.changed',
  appointments_patient: 'person.changed',
  claims_apart: 'slot.taken',
  booking_requests_utr: 'request.utr_used',
  papers_of_payment: 'paper.changed',
  papers_lowered: 'paper.changed',
} satisfies Record<string, ErrorCode>;

/**
 * Returns whether a transaction was undone because another one was first, so that its verb should
 * run again and read the other's changes: each waited for the other (40P01), or a constraint of
 * `overtakenBy` refused it.
 */
export function isOvertaken(error: unknown): boolean {
  const isTaken = Object.keys(overtakenBy).some((name) => isRefusedBy(error, name));
  return error instanceof Overtaken || toCode(error) === '40P01' || isTaken;
}

/** Returns whether PostgreSQL has refused the write, so that nothing of it is committed. */
export function isRefusal(error: unknown): boolean {
  return toCode(error).startsWith('23') || isOvertaken(error);
}

/**
 * Returns whether a constraint or unique index of this name refused a row. On Citus a worker
 * reports the name of its shard's constraint, which ends with the shard's number; the coordinator's
 * error names the constraint in the message alone.
 */
export function isRefusedBy(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !toCode(error).startsWith('23')) return false;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string'
      ? error.constraint
      : error.message.split('"').at(-2);
  return constraint?.replace(/_\d{6,}$/, '') === name;
}

/**
 * Returns whether a prepared statement no longer matches the connection: its columns have changed
 * (0A000 of RevalidateCachedQuery), it does not exist (26000), or it exists already (42P05). The
 * statement was not run.
 */
export function isStalePlan(error: unknown): boolean {
  const code = toCode(error);
  if (code === '0A000')
    return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return code === '26000' || code === '42P05';
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
