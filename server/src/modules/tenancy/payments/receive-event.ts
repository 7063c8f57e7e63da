import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { PaymentEventWorker } from './process-events.ts';
import { insertEvent } from './queries.ts';

/**
 * Stores an event of the payment provider, once per id, and responds before it is processed, so
 * that the response is quick. The signature covers the raw bytes and is checked before they are
 * parsed (T-4.2). @throws `payment.not_verified`.
 */
export async function receiveEvent(context: PublicContext, worker: PaymentEventWorker): Promise<void> {
  const { dependencies, request, now } = context;
  const payments = orNotFound(dependencies.payments, 'payment.not_available');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId } = request.headers;
  assertThat(typeof signature === 'string' && payments.provesEvent(body, signature), 'payment.not_verified');
  assertThat(typeof eventId === 'string' && /^[\w.:-]{1,200}$/.test(eventId), 'payment.not_verified');
  const event = { event_id: eventId, kind: getKind(body), body: body.toString('utf8'), received_at: now };
  const [stored] = await asPlatform(dependencies, (tx) => run(tx, platform, insertEvent(event)));
  if (stored) worker.start();
}

/** Reads the kind for readers of the table; the event is parsed when it is processed. */
function getKind(body: Buffer): string {
  return /"event"\s*:\s*"([\w.]{1,100})"/.exec(body.toString('utf8'))?.[1] ?? 'unknown';
}
