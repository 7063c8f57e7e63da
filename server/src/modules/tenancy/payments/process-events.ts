import { ProviderAway } from '../../../adapters/payments/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { grantPayment } from './apply-payment.ts';
import { findWaitingEvents, markProcessed } from './queries.ts';

const atOnce = 50;

type Work = Pick<Dependencies, 'database' | 'settings' | 'clock' | 'payments' | 'log'>;

/**
 * Acts on every event that is kept and was not acted on, oldest first; an event about a captured payment is the provider saying captured.
 * Called after each arrival and by upkeep, which heals what an ended process left. Two at once do no harm: the order is locked and
 * granted once. Answers how many were acted on.
 */
export async function processEvents(dependencies: Work): Promise<number> {
  let count = 0;
  for (;;) {
    const waiting = await asPlatform(dependencies, (tx) => findWaitingEvents(tx, atOnce));
    const before = count;
    for (const event of waiting) if (await actOn(dependencies, event)) count += 1;
    if (waiting.length < atOnce || count === before) return count;
  }
}

/** False, and the event stays where it is, when a fault of ours came in between; it holds up no other. */
async function actOn(dependencies: Work, { event_id: eventId, body }: { event_id: string; body: string }): Promise<boolean> {
  try {
    const outcome = await outcomeOf(dependencies, eventId, body);
    await asPlatform(dependencies, (tx) => markProcessed(tx, eventId, outcome, dependencies.clock()));
    return true;
  } catch (error) {
    dependencies.log?.error({ err: error, eventId }, 'a payment event could not be acted on; it is tried again');
    return false;
  }
}

/** What came of it, in one word. */
async function outcomeOf(dependencies: Work, eventId: string, body: string): Promise<string> {
  const event = readEvent(dependencies, body);
  if (!event) return 'unreadable';
  const { payment } = event;
  if (!payment || payment.status !== 'captured') return 'ignored';
  const granted = await grantPayment(dependencies, payment, { now: dependencies.clock(), requestId: eventId });
  if ('order' in granted) return granted.order.state;
  return 'unplaced' in granted ? granted.unplaced : granted.refused;
}

function readEvent({ payments }: Pick<Dependencies, 'payments'>, body: string) {
  try {
    return payments?.readEvent(body);
  } catch (error) {
    if (error instanceof ProviderAway) return undefined;
    throw error;
  }
}
