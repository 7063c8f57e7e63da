import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { daysOf, type Occurrence, type previewSeries as contract } from '@samay/contract/bookings/series';
import type { LocalDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readAtOnce, type Statement } from '../../../db/read-at-once.ts';
import { onlyRow } from '../../../db/run-statement.ts';
import { businessDaysOf, nearestFree, readDays, slotOf, stateOf } from '../../availability/index.ts';
import { usageOn, type UsageRow } from '../../tenancy/index.ts';
import { assertDoctor } from '../appointments/book.ts';
import { readDoctorOf } from './queries.ts';

type Body = BodyOf<typeof contract>;

/** How many other starts of a day are offered. */
const mostOthers = 4;

/**
 * What each date of a series is before it is made, read in one message: free, taken, outside the
 * open time, or over the plan's limit of its cycle with the dates before it. A doctor whose name is
 * only a text is free.
 */
export async function previewSeries(
  context: TenantContext,
  { body }: { body: Body },
): Promise<ReplyOf<typeof contract>> {
  assertDoctor(body, context);
  const days = daysOf(body.repeat, body.date);
  const { now } = context;
  const asked = { service: body.serviceId ?? null, resource: body.resourceId ?? null, except: null, now };
  const read = await readAtOnce(context, {
    doctor: body.resourceId || !body.doctor ? undefined : readDoctorOf({ doctor: body.doctor }),
    ...each(days, 'day', (day) => readDays({ ...asked, from: day, to: day })),
    ...each(days, 'usage', (day) => usageOn(day)),
  });
  const rows = read as unknown as Record<string, never[]>;
  const resource = body.resourceId ?? read.doctor?.[0]?.id;
  const isText = context.businessType === 'doctor' && resource === undefined;
  const places = new Map<LocalDate, number>();
  const occurrences = days.map((date): Occurrence => {
    const business = businessDaysOf(rows[`day ${date}`] ?? [], {
      service: body.serviceId ?? undefined,
      resource,
    });
    const start = { date, time: body.time, resource, duration: body.duration ?? undefined };
    const state = isText ? 'free' : stateOf(business, start);
    const isFull = !takesPlace(places, onlyRow<UsageRow>(rows[`usage ${date}`] ?? []));
    const others = state === 'free' ? [] : nearestFree(business, start, now, mostOthers).map(slotOf);
    return { date, time: body.time, state: isFull ? 'full' : state, others };
  });
  return { occurrences };
}

/** Takes a place of the cycle of a date, if there is one after the dates before it. */
function takesPlace(places: Map<LocalDate, number>, usage: UsageRow): boolean {
  const left = places.get(usage.cycle_start) ?? (usage.is_active ? (usage.limit ?? 0) - usage.used : 0);
  if (left <= 0) return false;
  places.set(usage.cycle_start, left - 1);
  return true;
}

function each<Row>(
  days: readonly LocalDate[],
  name: string,
  ask: (day: LocalDate) => Statement<Row>,
): Record<string, Statement<Row>> {
  return Object.fromEntries(days.map((day) => [`${name} ${day}`, ask(day)]));
}
