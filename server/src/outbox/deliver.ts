import { CalendarFailure } from '../adapters/calendar/port.ts';
import { NoticeDelayed } from '../adapters/channels/port.ts';
import { EmailNotAccepted } from '../adapters/mail/port.ts';
import { ProviderAway } from '../adapters/payments/port.ts';
import { WebhookFailure } from '../adapters/webhooks/port.ts';
import type { DeliveryOutcome } from '../core/metrics.ts';
import type { Statement } from '../db/statement.ts';
import { asPlatform, platform } from '../db/tenant.ts';
import { writeTogether } from '../db/transaction.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { handleDueEvents } from './handle-events.ts';
import { DeliveryDropped, DeliveryPostponed, type OutboxHandlers } from './handler.ts';
import { getDelivery } from './kinds.ts';
import { type Effect, markDelivered, markFailed, scheduleRetry } from './queries.ts';
import { backoffMs, concurrency, isLastTry } from './retry-policy.ts';
import { Turns } from './turns.ts';

/** The reason of an effect that did not leave before its time was over. */
const overReason = 'it could not leave in time';

/**
 * Delivers one claimed effect and records the outcome. Rejects only where the outcome could not be
 * recorded; a failed effect is retried, and dropped where its time is over before the next try.
 */
export async function deliver(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
  effect: Effect,
): Promise<void> {
  const failure = isOver(effect, dependencies.clock())
    ? new DeliveryDropped(overReason)
    : await tryDelivery(dependencies, handlers, effect);
  const now = dependencies.clock();
  const { id, kind, attempts } = effect;
  const record = async (...outcome: readonly Statement<unknown>[]) => {
    await asPlatform(dependencies, (tx) => writeTogether(tx, platform, outcome));
  };
  const count = (outcome: DeliveryOutcome) => dependencies.metrics?.delivered(kind, outcome);
  if (!failure) {
    count('delivered');
    return record(markDelivered({ ...effect, now }));
  }
  const recordFailed = (reason: string) => {
    try {
      return handlers.failed?.[kind]?.(effect, { now, reason }) ?? [];
    } catch (error) {
      // A payload of another release, which would come again without end.
      dependencies.log?.error(
        { err: error, id, kind },
        'a failed delivery could not be recorded where it belongs',
      );
      return [];
    }
  };
  const fail = (reason: string) =>
    record(
      markFailed({ ...effect, now, reason }, { keepsPayload: getDelivery(kind) !== undefined }),
      ...recordFailed(reason),
    );
  const reason = failure.message.slice(0, 500);
  if (failure instanceof DeliveryDropped) {
    count('dropped');
    dependencies.log?.info({ reason, id, kind }, 'a delivery was dropped');
    return fail(reason);
  }
  // Expects an error of a third party, or that another effect goes first; any other is a bug or another fault of this server.
  const isTheirs = [
    EmailNotAccepted,
    NoticeDelayed,
    CalendarFailure,
    ProviderAway,
    WebhookFailure,
    DeliveryPostponed,
  ].some((kind) => failure instanceof kind);
  const nextAt = new Date(now.getTime() + backoffMs(attempts, Math.random()));
  if (isTheirs && isOver(effect, nextAt)) {
    count('dropped');
    dependencies.log?.info({ reason, id, kind, attempts }, 'a delivery failed until its time was over');
    return fail(`${overReason}: ${reason}`);
  }
  if (isTheirs) dependencies.log?.info({ reason, id, kind, attempts }, 'a delivery failed and comes again');
  else dependencies.log?.error({ err: failure, id, kind, attempts }, 'a delivery broke off and comes again');
  count(isLastTry(effect) ? 'given_up' : 'retried');
  if (isLastTry(effect)) {
    dependencies.log?.error({ reason, id, kind, attempts }, 'given up on a delivery after a day of tries');
    return fail(reason);
  }
  return record(scheduleRetry({ ...effect, nextAt, reason }));
}

function isOver({ expires_at: expiresAt }: Effect, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at;
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
  const turns = new Turns(dependencies, handlers);
  for (;;) {
    await handleDueEvents(dependencies, handlers.events);
    const claimed = await turns.claim(concurrency);
    if (claimed.length === 0) return attempted;
    attempted += claimed.length;
    await Promise.all(claimed.map((effect) => deliver(dependencies, handlers, effect)));
  }
}
