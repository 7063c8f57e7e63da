import { randomUUID } from 'node:crypto';
import { userIdOf } from '../../../context/actor.ts';
import type { AuditedWork } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { enqueueAtCommit } from '../../../outbox/index.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { insertRefund, type NewRefund } from './queries.ts';

/** How long after the effect the job asks again, in milliseconds. */
const firstCheckMs = 10 * 60_000;

/** Money that goes back through the provider, and why. */
export type AskedRefund = Pick<NewRefund, 'payment_id' | 'of_id' | 'appointment_id' | 'paise' | 'reason'> &
  Partial<Pick<NewRefund, 'lowers' | 'cancel_id'>>;

/** Money that has gone back of a booking's payment without having been asked for here. */
export type ForeignRefund = Pick<NewRefund, 'payment_id' | 'of_id' | 'appointment_id' | 'paise' | 'reason'>;

/**
 * Writes a refund that the business made at the provider itself, for the caller to settle. Returns its id. The
 * caller has locked the booking, and knows that the money is left of the payment.
 */
export async function insertRefundNow(
  tx: Tx,
  { tenantId, now }: AuditedWork,
  made: ForeignRefund,
): Promise<string> {
  const id = randomUUID();
  const rest = { lowers: false, cancel_id: null, asked_at: now, asked_by: null, next_check_at: now };
  await run(tx, { tenantId }, insertRefund({ ...made, ...rest, id }));
  return id;
}

/**
 * Asks money of a payment back with the commit of the caller's transaction: the row and the effect that tells
 * the provider. The caller has locked the booking, knows that it is left of the payment, and audits its change; of a
 * payment without a booking an audit row is written.
 */
export function askRefund(tx: Tx, context: AuditedWork, asked: AskedRefund): void {
  const { tenantId, now, actor } = context;
  const id = randomUUID();
  const refund = {
    ...asked,
    id,
    lowers: asked.lowers ?? false,
    cancel_id: asked.cancel_id ?? null,
    asked_at: now,
    asked_by: userIdOf(actor),
    next_check_at: new Date(now.getTime() + firstCheckMs),
  };
  atCommit(tx, { tenantId }, insertRefund(refund));
  if (asked.appointment_id === null) {
    const act = auditValues(context, 'money.refund_asked', { refund: id, paise: asked.paise });
    atCommit(tx, { tenantId }, insertAct({ ...act, object: id }));
  }
  enqueueAtCommit(tx, now, { tenantId, kind: 'online.refund', subject: id, payload: { id } });
}
