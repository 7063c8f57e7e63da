import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Id, requiredLine } from '../core/text.ts';
import { addDays, addMinutes, Instant, isoWeekdayOf, type LocalDate, LocalTime } from '../core/time.ts';
import { Weekday } from './hours.ts';

/** Minutes in steps of five, as bookings last. */
export const Duration = z
  .int('Please enter 5 to 720 minutes')
  .min(5, 'Please enter 5 to 720 minutes')
  .max(720, 'Please enter 5 to 720 minutes')
  .multipleOf(5, 'Please enter steps of 5 minutes');

/** The days after a paid visit within which another one with the same doctor or court is free. */
const FreeWithinDays = z
  .int('Please enter 1 to 365 days')
  .min(1, 'Please enter 1 to 365 days')
  .max(365, 'Please enter 1 to 365 days');

const Buffer = z
  .int('Please enter 0 to 240 minutes')
  .min(0, 'Please enter 0 to 240 minutes')
  .max(240, 'Please enter 0 to 240 minutes');

/**
 * A price where resource, weekday and time match, `from` inclusive and `to` exclusive: the start of
 * a visit, or each minute of a booking that is priced per hour. Hours
 * that end before they start pass midnight, equal ends are 24 hours, and all of them belong to the
 * weekday on which they start.
 */
export const PriceRule = z.strictObject({
  /** Null for every resource. */
  resourceId: Id.nullable(),
  /** Empty for every day. */
  weekdays: z.array(Weekday).max(7),
  /** Null for the whole day, from midnight to midnight. */
  hours: z.strictObject({ from: LocalTime, to: LocalTime }).nullable(),
  price: Paise,
});
export type PriceRule = z.infer<typeof PriceRule>;

/** Whether a price is that of a visit, however long, or of each hour of it. */
export const PricedPer = z.enum(['visit', 'hour']);
export type PricedPer = z.infer<typeof PricedPer>;

export const Service = z.strictObject({
  id: Id,
  name: z.string(),
  duration: Duration,
  bufferBefore: Buffer,
  bufferAfter: Buffer,
  /** Minutes between two starts; null for the smaller of the duration and an hour. */
  grid: Duration.nullable(),
  price: Paise.nullable(),
  pricedPer: PricedPer,
  /** Null if no visit is free. It proposes *No charge*. */
  freeWithinDays: FreeWithinDays.nullable(),
  /** The rules; the last matching one replaces `price`. */
  priceRules: z.array(PriceRule),
  /** The resources that give it; null for all. */
  resourceIds: z.array(Id).nullable(),
  archivedAt: Instant.nullable(),
});
export type Service = z.infer<typeof Service>;

/** The details of a service. */
export const ServiceDetails = z.strictObject({
  name: requiredLine(120, 'Please enter a name'),
  duration: Duration,
  bufferBefore: Buffer,
  bufferAfter: Buffer,
  grid: Duration.nullable(),
  price: Paise.nullable(),
  /** By default per hour at a turf, and per visit at a clinic. */
  pricedPer: PricedPer.optional(),
  freeWithinDays: FreeWithinDays.nullish(),
  priceRules: z.array(PriceRule).max(50, 'At most 50 prices, please'),
  resourceIds: z.array(Id).max(200).nullable(),
});

const params = z.strictObject({ id: Id });
const Services = z.strictObject({ items: z.array(Service) });

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  access: 'appointments.read',
  conditional: true,
  summary:
    'The services in their order, with prices. The first is the one that is meant where ' +
    'none is named. Archived ones are last.',
  reply: Services,
});

export const addService = endpoint({
  method: 'POST',
  path: '/api/services',
  access: 'resources.write',
  summary: 'Add a service.',
  body: ServiceDetails,
  reply: Service,
  status: 201,
});

export const changeService = endpoint({
  method: 'PATCH',
  path: '/api/services/:id',
  access: 'resources.write',
  summary: 'Change a service. No booking changes with it.',
  params,
  body: ServiceDetails.partial(),
  reply: Service,
});

export const orderServices = endpoint({
  method: 'PUT',
  path: '/api/services/order',
  access: 'resources.write',
  summary: 'The order of services: all that are not archived, once each.',
  body: z.strictObject({ ids: z.array(Id).max(200) }),
  reply: Services,
});

export const archiveService = endpoint({
  method: 'PUT',
  path: '/api/services/:id/archive',
  access: 'resources.write',
  summary: 'Archive a service: it takes no new booking. The last one stays.',
  params,
  reply: Service,
});

export const restoreService = endpoint({
  method: 'DELETE',
  path: '/api/services/:id/archive',
  access: 'resources.write',
  summary: 'Take a service out of the archive.',
  params,
  reply: Service,
});

/** The resource, the start and the minutes of a booking, on which the price depends. */
export interface PricedTime {
  readonly resourceId: string | null;
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly duration: number;
}

type PricedStart = Omit<PricedTime, 'duration'>;
type Priced = Pick<Service, 'price' | 'pricedPer' | 'priceRules'>;

/**
 * Computes the price of a service at a time, in paise; null without any. Per visit it is the price
 * at the start. Per hour the prices of the minutes add up, rounded to a rupee: from 5 to 7 pm with
 * an evening price from 6 an hour of each. The only function that computes a price: the server keeps
 * it with the booking, and the form shows it.
 */
export function computePrice(service: Priced, { duration, ...start }: PricedTime): number | null {
  if (service.pricedPer === 'visit') return priceOfMinute(service, start);
  const changes = priceChanges(service, start, duration);
  let sum: number | null = null;
  for (const [at, from] of changes.entries()) {
    const price = priceOfMinute(service, later(start, from));
    const minutes = (changes[at + 1] ?? duration) - from;
    if (price !== null) sum = (sum ?? 0) + (price * minutes) / 60;
  }
  return sum === null ? null : Math.round(sum / 100) * 100;
}

/**
 * Returns the price that holds in a minute: that of the last rule that matches it, otherwise the
 * service's own. The place of a rule is its `position` in `price_rules`, the order on the screen.
 */
function priceOfMinute(service: Priced, start: PricedStart): number | null {
  return service.priceRules.findLast((rule) => matches(rule, start))?.price ?? service.price;
}

/** Lists the minutes of a booking from which another price may hold, from 0 on. */
function priceChanges({ priceRules }: Priced, { time }: PricedStart, duration: number): number[] {
  const edges = priceRules.flatMap(({ hours }) => (hours ? [hours.from, hours.to] : []));
  const minutes = ['00:00', ...edges].map((edge) => (toMinute(edge) - toMinute(time) + 1440) % 1440);
  const within = minutes.filter((minute) => minute < duration);
  return [...new Set([0, ...within])].toSorted((one, other) => one - other);
}

function later({ resourceId, date, time }: PricedStart, minutes: number): PricedStart {
  const minute = toMinute(time) + minutes;
  const day = minute >= 1440 ? addDays(date, 1) : date;
  return { resourceId, date: day, time: addMinutes(time, minutes) };
}

function toMinute(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function matches({ resourceId, weekdays, hours }: PriceRule, start: PricedStart): boolean {
  if (resourceId !== null && resourceId !== start.resourceId) return false;
  const day = hours ? dayOfHours(hours, start) : start.date;
  return day !== undefined && (weekdays.length === 0 || weekdays.includes(isoWeekdayOf(day)));
}

/** Returns the day on which the hours that contain a start began; undefined if none contain it. */
function dayOfHours(
  { from, to }: NonNullable<PriceRule['hours']>,
  { date, time }: PricedStart,
): LocalDate | undefined {
  if (from < to) return from <= time && time < to ? date : undefined;
  if (from <= time) return date;
  return time < to ? addDays(date, -1) : undefined;
}
