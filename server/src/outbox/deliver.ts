import { CalendarFailure } from '../adapters/calendar/port.ts';
import { EmailNotAccepted } from '../adapters/mail/port.ts';
import { WebhookFailure } from '../adapters/webhooks/port.ts';
import type { DeliveryOutcome } from '../core/metrics.ts';
import { readInOneMessageAsPlatform, writeInOneMessageAsPlatform } from '../db/read-in-one-message.ts';
import type { Statement } from '../db/statement.ts';
import { asPlatform, platform } from '../db/tenant.ts';
import { run } from '../db/transaction.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { handleDueEvents } from './handle-events.ts';
import { DeliveryDropped, type OutboxHandlers } from './handler.ts';
import { getDelivery } from './kinds.ts';
import { type Effect, leaseDue, listDue, markDelivered, markFailed, scheduleRetry } from './queries.ts';
import { backoffMs, concurrency, leaseMs, maxAttempts } from './retry-policy.ts';

/**
 * The factor by which more due effects are listed than can be claimed: another worker may be taking
 * the first of them.
 */
const lookAhead = 4;

/**
 * Claims at most `most` due effects of the kinds that have a handler, the longest due first. A
 * claimed effect is leased, so that no other process takes it too. The effects of all businesses
 * are listed without a lock, and each business's are leased by a statement of their own, all in one
 * message (decision 0075).
 */
export async function claimEffects(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
  most: number,
): Promise<Effect[]> {
  const kinds = Object.keys(handlers.effects);
  if (kinds.length === 0) return [];
  const now = dependencies.clock();
  const { due } = await readInOneMessageAsPlatform(dependencies, {
    due: listDue({ kinds, now, most: most * lookAhead }),
  });
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const claimed: Effect[] = [];
  for (let rest = due; rest.length > 0 && claimed.length < most;) {
    const next = rest.slice(0, most - claimed.length);
    rest = rest.slice(next.length);
    const businesses = Map.groupBy(next, (effect) => effect.tenant_id);
    const leases = [...businesses].map(([business, effects]) => [
      business,
      leaseDue({ business, ids: effects.map(({ id }) => id), now, leaseUntil }),
    ]);
    const leased: Record<string, Effect[]> = await writeInOneMessageAsPlatform(
      dependencies,
      Object.fromEntries(leases),
    );
    claimed.push(...Object.values(leased).flat());
  }
  return claimed;
}

/**
 * Delivers one claimed effect and records the outcome. Rejects only where the outcome could not be
 * recorded; a failed effect is retried.
 */
export async function deliver(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
  effect: Effect,
): Promise<void> {
  const failure = await tryDelivery(dependencies, handlers, effect);
  const now = dependencies.clock();
  const { id, kind, attempts } = effect;
  const record = async (outcome: Statement<unknown>) => {
    await asPlatform(dependencies, (tx) => run(tx, platform, outcome));
  };
  const count = (outcome: DeliveryOutcome) => dependencies.metrics?.delivered(kind, outcome);
  if (!failure) {
    count('delivered');
    return record(markDelivered({ ...effect, now }));
  }
  const reason = failure.message.slice(0, 500);
  const failed = markFailed({ ...effect, now, reason }, { keepsPayload: getDelivery(kind) !== undefined });
  if (failure instanceof DeliveryDropped) {
    count('dropped');
    dependencies.log?.info({ reason, id, kind }, 'an email was dropped');
    return record(failed);
  }
  // Expects an error of a third party; any other is a bug or another fault of this server.
  const isTheirs = [EmailNotAccepted, CalendarFailure, WebhookFailure].some(
    (kind) => failure instanceof kind,
  );
  if (isTheirs) dependencies.log?.info({ reason, id, kind, attempts }, 'a delivery failed and comes again');
  else dependencies.log?.error({ err: failure, id, kind, attempts }, 'a delivery broke off and comes again');
  count(attempts >= maxAttempts ? 'given_up' : 'retried');
  if (attempts >= maxAttempts) {
    dependencies.log?.error({ reason, id, kind, attempts }, 'given up on a delivery after a day of tries');
    return record(failed);
  }
  const nextAt = new Date(now.getTime() + backoffMs(attempts, Math.random()));
  return record(scheduleRetry({ ...effect, nextAt, reason }));
}

async function tryDelivery(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
  effect: Effect,
): Promise<Error | undefined> {
  try {
    await handlers.effects[effect.kind]?.(dependencies, effect.payload, effect);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Turns all events that are due now into effects, and delivers everything that is due; a failed
 * delivery waits for its retry. Returns the number of attempts to deliver.
 */
export async function deliverDue(dependencies: Dependencies, handlers: OutboxHandlers): Promise<number> {
  let attempted = 0;
  for (;;) {
    await handleDueEvents(dependencies, handlers.events);
    const claimed = await claimEffects(dependencies, handlers, concurrency);
    if (claimed.length === 0) return attempted;
    attempted += claimed.length;
    await Promise.all(claimed.map((effect) => deliver(dependencies, handlers, effect)));
  }
}
