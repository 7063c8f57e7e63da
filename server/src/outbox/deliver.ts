import { CalendarFailure } from '../adapters/calendar/port.ts';
import { MailNotTaken } from '../adapters/mail/port.ts';
import { WebhookFailure } from '../adapters/webhooks/port.ts';
import { asPlatform } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { DeliveryDropped } from './handler.ts';
import { outboxHandlersOf } from '../outbox-handlers.ts';
import { atOnce, delayMs, holdsIdsOnly, leaseMs, mostAttempts } from './retry-policy.ts';
import { claimDue, type Effect, giveUp, markDelivered, putOff } from './queries.ts';

/** Takes at most `most` of what is due, so that no other process takes it too; what was taken is handed to `deliver`. */
export async function takeDue(dependencies: Dependencies, most: number): Promise<Effect[]> {
  const kinds = Object.keys(outboxHandlersOf(dependencies));
  if (kinds.length === 0) return [];
  const now = dependencies.clock();
  return asPlatform(dependencies, (tx) => claimDue(tx, { kinds, most, now, leaseUntil: new Date(now.getTime() + leaseMs) }));
}

/** Delivers one effect and notes how that went. Never rejects for the effect's own sake: a failed one comes again. */
export async function deliver(dependencies: Dependencies, effect: Effect): Promise<void> {
  const failure = await failureOf(dependencies, effect);
  const now = dependencies.clock();
  if (!failure) return asPlatform(dependencies, (tx) => markDelivered(tx, effect, now));
  const { id, kind, attempts } = effect;
  const reason = failure.message.slice(0, 500);
  if (failure instanceof DeliveryDropped) {
    dependencies.log?.info({ reason, id, kind }, 'a letter was dropped');
    return asPlatform(dependencies, (tx) => giveUp(tx, effect, { now, reason, keepsPayload: holdsIdsOnly(kind) }));
  }
  // A third party that says no is its own affair; anything else is a fault of ours.
  const isTheirs = [MailNotTaken, CalendarFailure, WebhookFailure].some((kind) => failure instanceof kind);
  if (isTheirs) dependencies.log?.info({ reason, id, kind, attempts }, 'a delivery failed and comes again');
  else dependencies.log?.error({ err: failure, id, kind, attempts }, 'a delivery broke off and comes again');
  if (attempts >= mostAttempts) {
    dependencies.log?.error({ reason, id, kind, attempts }, 'given up on a delivery after a day of tries');
    return asPlatform(dependencies, (tx) => giveUp(tx, effect, { now, reason, keepsPayload: holdsIdsOnly(effect.kind) }));
  }
  const nextAt = new Date(now.getTime() + delayMs(attempts, Math.random()));
  return asPlatform(dependencies, (tx) => putOff(tx, effect, { nextAt, reason }));
}

async function failureOf(dependencies: Dependencies, effect: Effect): Promise<Error | undefined> {
  try {
    await outboxHandlersOf(dependencies)[effect.kind]?.(dependencies, effect.payload, effect);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Delivers all that is due now, for tests and for a last round; what fails waits for its next time. Returns how many were tried. */
export async function deliverDue(dependencies: Dependencies): Promise<number> {
  let tried = 0;
  for (;;) {
    const taken = await takeDue(dependencies, atOnce);
    if (taken.length === 0) return tried;
    tried += taken.length;
    await Promise.all(taken.map((effect) => deliver(dependencies, effect)));
  }
}
