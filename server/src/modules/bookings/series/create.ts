import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { createSeries as contract } from '@samay/contract/bookings/series';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { claimingTimes, lockUnits } from '../../availability/index.ts';
import { lockPlanAlone } from '../../tenancy/index.ts';
import { assertDoctor, book, withFreeReferences } from '../appointments/book.ts';
import { present } from '../appointments/present.ts';

/**
 * Creates the bookings of a series in the order of their starts, all of them or none. Each counts
 * in the plan's month of its own date, so the plan is locked alone, and all units before the first
 * booking. What was paid was paid for the first. Its person gets one mail.
 * @throws `slot.taken` at the field of the first that is taken, `plan.limit_reached`
 */
export async function createSeries(
  context: TenantContext,
  { body: { occurrences, amount, paymentMethod, paymentId, ...shared } }: { body: BodyOf<typeof contract> },
): Promise<ReplyOf<typeof contract>> {
  const seriesId = randomUUID();
  const bookings = occurrences
    .map(({ resourceId, ...at }, index) => ({
      ...shared,
      ...at,
      resourceId: resourceId ?? shared.resourceId,
      field: `occurrences.${index}`,
    }))
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
    .map((booking, number) => (number === 0 ? { ...booking, amount, paymentMethod, paymentId } : booking));
  for (const booking of bookings) assertDoctor(booking, context);
  const now = `${indiaDate(context.now)} ${indiaTime(context.now)}`;
  const mailed = bookings.findIndex((booking) => startOf(booking) >= now);
  return withFreeReferences(context, bookings.length, (references) =>
    claimingTimes(context, bookings, (claimOne) =>
      inTenantAnnouncing(context, async (tx, announce) => {
        await lockPlanAlone(tx, context, bookings[0]?.date ?? '');
        await lockUnits(tx, context, {
          claimedBy: [],
          wanted: bookings.map(({ resourceId }) => resourceId ?? null),
        });
        const items = [];
        for (const [number, { field: _, overbookedReason: _reason, ...body }] of bookings.entries()) {
          const series = { seriesId, number, isMailed: number === mailed };
          const reference = references[number] ?? '';
          const row = await claimOne(number, async (overbooking) =>
            book(tx, context, { body, reference, overbooking, most: 'exclusive', announce, series }),
          );
          items.push(present(row, context));
        }
        return { seriesId, items };
      }),
    ),
  );
}

function startOf({ date, time }: { date: string; time: string }): string {
  return `${date} ${time}`;
}
