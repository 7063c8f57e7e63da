import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { nextSlots as contract } from '@samay/contract/availability/slots';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { readDays } from './day-queries.ts';
import { bookable, localMinute, passedAt } from './local-minutes.ts';
import { nextFree, type ReadRange, getSlot } from './next-free.ts';

interface Input {
  readonly query: QueryOf<typeof contract>;
}

/**
 * Lists the next free starts from a moment on. @throws `not_found` for an unknown service or
 * resource.
 */
export async function nextSlots(context: TenantContext, { query }: Input): Promise<ReplyOf<typeof contract>> {
  const { now } = context;
  const { service = null, resource = null, except = null, date, time, limit } = query;
  const read: ReadRange = async (range) =>
    (await readInOneMessage(context, { days: readDays({ service, resource, except, ...range, now }) })).days;
  const within = bookable(now);
  const wanted = date === undefined && time === undefined ? 0 : localMinute(date ?? indiaDate(now), time);
  const from = Math.max(wanted, within.from);
  const { slots, holdEndsAt } = await nextFree(read, query, { from, to: within.to, limit });
  if (slots[0]) context.replyChangesAt?.(passedAt(slots[0].start, now));
  if (holdEndsAt !== null) context.replyChangesAt?.(new Date(holdEndsAt));
  return { slots: slots.map(getSlot) };
}
