import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { createSeries as contract } from '@samay/contract/bookings/series';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { refusingTaken } from '../../availability/index.ts';
import { assertDoctor, book, type ToBook } from '../appointments/create.ts';
import { present } from '../rows/present.ts';

/**
 * Creates the bookings of a series in the order of their starts, all of them or none. Each counts
 * in the plan's month of its own date. A payment is recorded with the first. The person gets one
 * mail.
 * @throws `slot.taken` at the field of the first that is taken, `plan.limit_reached`
 */
export async function createSeries(
  context: TenantContext,
  { body: { occurrences, amount, paymentMethod, paymentId, ...shared } }: { body: BodyOf<typeof contract> },
): Promise<ReplyOf<typeof contract>> {
  const seriesId = randomUUID();
  const now = `${indiaDate(context.now)} ${indiaTime(context.now)}`;
  const sorted = occurrences
    .map((occurrence, index) => ({ ...occurrence, field: `occurrences.${index}` }))
    .toSorted((one, other) => getStart(one).localeCompare(getStart(other)));
  const mailed = sorted.findIndex((occurrence) => getStart(occurrence) >= now);
  const [first, ...others] = sorted.map(
    ({ field, resourceId = shared.resourceId, ...at }, number): ToBook => ({
      body: { ...shared, ...at, resourceId, ...(number === 0 && { amount, paymentMethod, paymentId }) },
      field,
      isMailed: number === mailed,
    }),
  );
  if (!first) throw new Error('a series without a booking is refused by its schema');
  for (const { body } of [first, ...others]) assertDoctor(body, context);
  return refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const rows = await book({ tx, announce }, context, [first, ...others], { seriesId });
      return { seriesId, items: rows.map((row) => present(row, context)) };
    }),
  );
}

function getStart({ date, time }: { date: string; time: string }): string {
  return `${date} ${time}`;
}
