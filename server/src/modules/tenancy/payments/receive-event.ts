import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { EventWork } from './event-worker.ts';
import { insertEvent } from './queries.ts';

/**
 * Keeps what the provider says, once an event id, and answers; it is acted on afterwards, so that the answer is always quick. The
 * signature is over the raw bytes and is checked before they are read as anything (reliability.md A15). Refuses with
 * `payment.not_verified` what nobody with the secret has signed.
 */
export async function receiveEvent(context: PublicContext, work: EventWork): Promise<void> {
  const { dependencies, request, now } = context;
  const payments = orNotFound(dependencies.payments, 'payment.not_available');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const [signature, eventId] = [request.headers['x-razorpay-signature'], request.headers['x-razorpay-event-id']];
  assertThat(typeof signature === 'string' && payments.provesEvent(body, signature), 'payment.not_verified');
  assertThat(typeof eventId === 'string' && /^[\w.:-]{1,200}$/.test(eventId), 'payment.not_verified');
  const event = { event_id: eventId, kind: kindOf(body), body: body.toString('utf8'), received_at: now };
  const isNew = await asPlatform(dependencies, (tx) => insertEvent(tx, event));
  if (isNew) work.begin();
}

/** For people who look into the table; what the event says is read when it is acted on. */
function kindOf(body: Buffer): string {
  return /"event"\s*:\s*"([\w.]{1,100})"/.exec(body.toString('utf8'))?.[1] ?? 'unknown';
}
