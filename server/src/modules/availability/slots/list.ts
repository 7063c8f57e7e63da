import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { FreeStarts, listSlots as contract } from '@samay/contract/availability/slots';
import { daysBetween } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { AppError } from '../../../core/app-error.ts';
import type { BusinessDays } from './business-days.ts';
import { readDays } from './day-queries.ts';
import { type FreeStart, freeStarts } from './free-starts.ts';
import { bookable, getDate, localMinute, passedAt, timeOf } from './local-minutes.ts';
import { dayMinutes } from './open-time.ts';
import { makeBusinessDays } from './read-business-days.ts';

interface Input {
  readonly query: QueryOf<typeof contract>;
}

/** The most days of all resources together for which one reply has the free starts. */
const mostResourceDays = 2000;

/**
 * Lists the free starts of a range of days by resource. @throws `not_found` for an unknown service
 * or resource, `request.invalid` for too many days.
 */
export async function listSlots(context: TenantContext, { query }: Input): Promise<ReplyOf<typeof contract>> {
  const { now } = context;
  const { service = null, resource = null, except = null, from, to } = query;
  const rows = await readInOneMessage(context, {
    days: readDays({ service, resource, except, from, to, now }),
  });
  const days = makeBusinessDays(rows.days, query);
  const mostDays = Math.max(
    1,
    Math.floor(mostResourceDays / days.resources.filter(({ gives }) => gives).length),
  );
  if (resource === null && daysBetween(from, to) >= mostDays) throw tooMany(mostDays);
  const found = bookableStarts(days, query, now);
  const first = Math.min(...found.map(({ starts }) => starts[0] ?? Infinity));
  if (Number.isFinite(first)) context.replyChangesAt?.(passedAt(first, now));
  if (days.holdEndsAt !== null) context.replyChangesAt?.(new Date(days.holdEndsAt));
  return { resources: found.map(byDay) };
}

/** Lists the free starts that staff may book at an instant: neither past nor beyond the horizon. */
export function bookableStarts(
  days: BusinessDays,
  { from, to, resource, duration }: Input['query'],
  now: Date,
): FreeStart[] {
  const within = bookable(now);
  return freeStarts(days, {
    resourceId: resource,
    duration,
    from: Math.max(localMinute(from), within.from),
    to: Math.min(localMinute(to) + dayMinutes, within.to),
  });
}

export function byDay({ resourceId, starts }: FreeStart): FreeStarts {
  const days: FreeStarts['days'] = [];
  let midnight = -Infinity;
  for (const start of starts) {
    if (start - midnight >= dayMinutes) {
      midnight = start - (start % dayMinutes);
      days.push({ date: getDate(start), times: [] });
    }
    days.at(-1)?.times.push(timeOf(start));
  }
  return { resourceId, days };
}

function tooMany(mostDays: number): AppError {
  return new AppError('request.invalid', { fields: { to: `Please choose at most ${mostDays} days` } });
}
