import { startsOfAny } from '@samay/contract/availability/any-free';
import type { Alternatives } from '@samay/contract/core/alternatives';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { run } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { getParts } from './business-days.ts';
import { readDays } from './day-queries.ts';
import { freeAt } from './free-starts.ts';
import { bookable, localMinute } from './local-minutes.ts';
import { nextFree, type ReadRange, getSlot, startsIn } from './next-free.ts';
import type { Asked } from './read-business-days.ts';

/** A taken start. The default is the first service, and any resource. */
export interface TakenStart extends Asked {
  readonly date: LocalDate;
  readonly time: LocalTime;
}

const mostNext = 3;

/**
 * Finds free alternatives to a taken start: the next three starts of its resource, and other
 * resources that give the service and are free then, also off the grid; parts instead of a whole
 * court only if no other whole is free. There are none for the past. Sees the changes of the
 * transaction.
 */
export async function alternativesTo(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  { date, time, ...asked }: TakenStart,
): Promise<Alternatives> {
  const { now } = work;
  const { service = null, resource = null, except = null } = asked;
  const read: ReadRange = (range) => run(tx, work, readDays({ service, resource, except, ...range, now }));
  const within = bookable(now);
  const at = localMinute(date, time);
  const { slots, firstDays } = await nextFree(read, asked, {
    from: Math.max(at, within.from),
    to: within.to,
    limit: mostNext,
  });
  const isAhead = within.from <= at && at < within.to;
  const others =
    isAhead && resource !== null
      ? freeAt(firstDays, at, { duration: asked.duration }).filter((id) => id !== resource)
      : [];
  const found = others.map((resourceId) => ({ resourceId, start: at }));
  const isOfPart = resource !== null && getParts(firstDays).has(resource);
  const elsewhere = isOfPart ? found : startsOfAny(found, startsIn(firstDays));
  return { next: slots.map(getSlot), elsewhere: elsewhere.map(getSlot) };
}
