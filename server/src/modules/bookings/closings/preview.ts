import { mostTouched } from '@samay/contract/bookings/closings';
import type { previewClosing as contract, TouchedBooking } from '@samay/contract/bookings/closings';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { addDays, indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import {
  assertRange,
  bookable,
  type FoundStart,
  localMinute,
  makeBusinessDays,
  priceAt,
  proposeStarts,
  readDays,
  readSought,
  getSlot,
  type ToMove,
} from '../../availability/index.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { unnamedPaise } from '../../ledger/index.ts';
import { readShown } from '../../visibility/index.ts';
import { countHidden, listTouched } from './queries.ts';

type Query = QueryOf<typeof contract>;

/** The number of days after the closure in which a free start is proposed. */
const daysAhead = 14;

/** The most services whose bookings get a proposal. */
const mostServices = 8;

/**
 * Lists the scheduled bookings within a span that is to be closed, by their start, each with a free
 * start to which it could move.
 */
export async function previewClosing(
  context: TenantContext,
  { query }: { query: Query },
): Promise<ReplyOf<typeof contract>> {
  const { resource: resourceId = null, ...moments } = query;
  const { fromDate, fromTime, toDate, toTime } = query;
  assertRange({ from: { date: fromDate, time: fromTime }, to: { date: toDate, time: toTime } });
  const span = { resourceId, ...moments };
  const { rows } = await readShown(context, (view) => ({
    bookings: listTouched(view, { ...span, limit: mostTouched + 1 }),
    hidden: countHidden(view, span),
  }));
  const bookings = rows.bookings.slice(0, mostTouched);
  const proposals = await proposalsFor(context, query, bookings);
  return {
    items: bookings.map((row) => ({
      booking: present(row, context),
      ...(proposals.get(row.id) ?? { proposal: null, proposedPrice: null }),
      unnamed: unnamedPaise(row),
    })),
    hidden: onlyRow(rows.hidden).hidden,
    hasMore: rows.bookings.length > mostTouched,
  };
}

type Proposal = Pick<TouchedBooking, 'proposal' | 'proposedPrice'>;

/** Proposes starts after the closure and after the present minute, with their prices. */
async function proposalsFor(
  context: TenantContext,
  { resource, fromDate, fromTime, toDate, toTime }: Query,
  bookings: readonly AppointmentRow[],
): Promise<Map<string, Proposal>> {
  const services = [...new Set(bookings.map((row) => row.service_id))].slice(0, mostServices);
  if (services.length === 0) return new Map();
  const { now } = context;
  const to = addDays(toDate, daysAhead);
  const today = indiaDate(now);
  const range = { resource: null, except: null, from: fromDate < today ? today : fromDate, to, now };
  const rows = await readInOneMessage(
    context,
    Object.fromEntries(services.map((service) => [service ?? '', readDays({ ...range, service })])),
  );
  const priceOf = await readPrices(context, services);
  const toMove = bookings.flatMap((row): ToMove[] => {
    const days = rows[row.service_id ?? ''];
    if (!days) return [];
    return [
      {
        id: row.id,
        resourceId: row.resource_id,
        start: localMinute(row.appointment_date, row.appointment_time),
        duration: row.duration_min,
        days: makeBusinessDays(days, { service: row.service_id ?? undefined, except: row.id }),
        isWaiting: row.arrived_at !== null && row.started_at === null && row.appointment_date === today,
        price: row.price_paise,
        priceAt: (start) => priceOf(row, start),
      },
    ];
  });
  const [from, end] = [localMinute(fromDate, fromTime), localMinute(toDate, toTime)];
  const closure = { resourceId: resource ?? null, isClosure: true, from, to: end, reason: '' };
  const ahead = bookable(now);
  const within = { from: ahead.from, to: Math.min(localMinute(addDays(to, 1)), ahead.to) };
  const found = proposeStarts(toMove, { closure, within });
  return new Map(
    toMove.flatMap(({ id, priceAt: at }) => {
      const start = found.get(id);
      return start ? [[id, { proposal: getSlot(start), proposedPrice: at(start) }] as const] : [];
    }),
  );
}

type Priced = Pick<AppointmentRow, 'service_id' | 'duration_min'>;

/**
 * Reads the prices of services, and returns the function that computes the price of a booking at a
 * start, once for all bookings that are alike.
 */
async function readPrices(
  context: TenantContext,
  services: readonly (string | null)[],
): Promise<(booking: Priced, start: FoundStart) => number | null> {
  const serviceIds = services.flatMap((service) => service ?? []);
  const { services: priced, rules } = readSought({
    ...noneSought,
    serviceIds,
    isFirstService: services.includes(null),
  });
  const found = await readInOneMessage(context, { services: priced, rules });
  const known = new Map<string, number | null>();
  return ({ service_id: service, duration_min: duration }, start) => {
    const key = `${service} ${duration} ${start.resourceId} ${start.start}`;
    const price = known.get(key);
    if (price !== undefined) return price;
    const computed = priceAt(found, service, { ...getSlot(start), duration });
    known.set(key, computed);
    return computed;
  };
}

const noneSought = { by: 'any', resourceIds: [], doctorKey: null, moved: [], windows: [] } as const;
