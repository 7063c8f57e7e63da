import type { Dependencies } from '../context/dependencies.ts';
import { systemContext } from '../context/business-context.ts';
import { readInOneMessageAsPlatform } from '../db/read-in-one-message.ts';
import { updateRows } from '../db/statement.ts';
import { asPlatform, inTenant, platform } from '../db/tenant.ts';
import { run, writeTogether } from '../db/transaction.ts';
import { BookingEvent } from './booking-events.ts';
import type { EventHandler } from './handler.ts';
import { eventKind } from './kinds.ts';
import { type DueEvent, listDueEvents, takeEvents } from './queries.ts';
import { backoffMs, maxAttempts } from './retry-policy.ts';

/** The most events of one round. */
const mostPerRound = 500;

/**
 * Turns all due events into effects. A business's events end in one transaction, so that a
 * process that dies loses none and doubles none. An event waits for the earlier ones of its
 * booking, and comes in the next round. A failed one comes again later.
 */
export async function handleDueEvents(dependencies: Dependencies, handle: EventHandler): Promise<void> {
  for (;;) {
    const { due } = await readInOneMessageAsPlatform(dependencies, {
      due: listDueEvents({ now: dependencies.clock(), most: mostPerRound }),
    });
    let taken = 0;
    for (const events of Map.groupBy(due, ({ tenant_id: business }) => business).values())
      taken += await handleOfBusiness(dependencies, handle, events);
    // Another worker is taking the rest.
    if (taken === 0) return;
  }
}

/**
 * Handles the due events of a business, each that has failed before alone. Returns their number.
 */
async function handleOfBusiness(
  dependencies: Dependencies,
  handle: EventHandler,
  due: readonly DueEvent[],
): Promise<number> {
  const fresh = due.filter(({ attempts }) => attempts === 0);
  const failed = due.filter(({ attempts }) => attempts > 0).map((event) => [event]);
  let taken = 0;
  for (const events of [...(fresh.length > 0 ? [fresh] : []), ...failed])
    taken += await handleTogether(dependencies, handle, events);
  return taken;
}

async function handleTogether(
  dependencies: Dependencies,
  handle: EventHandler,
  due: readonly DueEvent[],
): Promise<number> {
  const [first] = due;
  if (!first) return 0;
  const context = systemContext(dependencies, { job: eventKind, tenantId: first.tenant_id });
  try {
    const taken = await inTenant({ ...context, isShown: false }, async (tx) => {
      const ids = due.map(({ id }) => id);
      const rows = await run(tx, context, takeEvents({ ids, now: context.now }));
      if (rows.length > 0)
        await handle(
          tx,
          context,
          rows.map(({ payload }) => BookingEvent.parse(payload)),
        );
      return rows.length;
    });
    for (let count = 0; count < taken; count += 1) dependencies.metrics?.delivered(eventKind, 'delivered');
    return taken;
  } catch (error) {
    dependencies.log?.error(
      { err: error, events: due.length },
      'changes could not be announced; they come again',
    );
    await postpone(dependencies, due, error);
    return 0;
  }
}

/** Postpones the events, each to a time of its own, until they are given up after a day. */
async function postpone(dependencies: Dependencies, due: readonly DueEvent[], error: unknown): Promise<void> {
  const now = dependencies.clock();
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  // Writes nothing of one that was turned into effects in the meantime: it is deleted.
  const postponed = due.map(({ tenant_id, id, attempts }) => {
    const tries = attempts + 1;
    return updateRows(
      'outbox',
      { tenant_id, id },
      {
        attempts: tries,
        next_at: new Date(now.getTime() + backoffMs(tries, Math.random())),
        given_up_at: tries >= maxAttempts ? now : null,
        last_error: reason,
      },
    );
  });
  await asPlatform(dependencies, (tx) => writeTogether(tx, platform, postponed));
  for (const { attempts } of due)
    dependencies.metrics?.delivered(eventKind, attempts + 1 >= maxAttempts ? 'given_up' : 'retried');
}
