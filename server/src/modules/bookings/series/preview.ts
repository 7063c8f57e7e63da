import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import {
  repeatedDays,
  type Occurrence,
  type previewSeries as contract,
} from '@samay/contract/bookings/series';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import {
  makeBusinessDays,
  nearestFree,
  decideOccupation,
  readDays,
  readSought,
  getSlot,
  toSought,
  findState,
} from '../../availability/index.ts';
import { usageOn, type UsageRow } from '../../tenancy/index.ts';
import { assertDoctor } from '../appointments/create.ts';

type Body = BodyOf<typeof contract>;

/** The most other starts of a day that are offered. */
const mostOthers = 4;

/**
 * Returns the state of each date of a series before it is made, read in one message: free, taken,
 * outside the open time, or over the plan's limit of its cycle with the dates before it. A doctor
 * whose name is only a text is never taken.
 * @throws the errors of its creation, for a doctor, a court or a service that cannot be booked
 */
export async function previewSeries(
  context: TenantContext,
  { body }: { body: Body },
): Promise<ReplyOf<typeof contract>> {
  assertDoctor(body, context);
  const { date: first, time, repeat, ...occupied } = body;
  const dates = repeatedDays(repeat, first);
  const { now } = context;
  const wanted = { ...occupied, date: first, time, doctor: body.doctor ?? null };
  const sought = toSought([wanted]);
  const asked = { service: body.serviceId ?? null, resource: body.resourceId ?? null, except: null, now };
  const read = await readInOneMessage(context, {
    ...readSought(sought),
    days: dates.map((day) => readDays({ ...asked, from: day, to: day })),
    usages: dates.map((day) => usageOn(indiaDate(now), day)),
  });
  const { candidates: resources } = decideOccupation(read, wanted);
  const resource = context.businessType === 'turf' ? (body.resourceId ?? undefined) : resources[0]?.id;
  const places = new Map<LocalDate, number>();
  const occurrences = dates.map((date, at): Occurrence => {
    const business = makeBusinessDays(read.days[at] ?? [], { service: body.serviceId ?? undefined });
    const start = { date, time, duration: body.duration ?? undefined };
    const { isTaken, closed } = findState(business, start, resources);
    const state = isTaken ? 'taken' : closed ? 'closed' : 'free';
    const isFull = !takesPlace(places, onlyRow(read.usages[at] ?? []));
    const others =
      state === 'free' || resources.length === 0
        ? []
        : nearestFree(business, { ...start, resource, size: body.size ?? undefined }, now, mostOthers).map(
            getSlot,
          );
    return { date, time, state: isFull ? 'full' : state, others };
  });
  return { occurrences };
}

/** Takes a place of the cycle of a date, if one is left after the dates before it. */
function takesPlace(places: Map<LocalDate, number>, usage: UsageRow): boolean {
  const left = places.get(usage.cycle_start) ?? (usage.is_active ? (usage.limit ?? 0) - usage.used : 0);
  if (left <= 0) return false;
  places.set(usage.cycle_start, left - 1);
  return true;
}
