import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';
import { countShownByDay } from '../appointments/tally-queries.ts';
import { type ListView, visible } from '../appointments/visibility-queries.ts';

/** Days in India, both included. */
interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The first `perDay` bookings of each day, by day and time. Each day is one short index scan, however full it is. */
export async function listByDay(tx: Tx, { from, to }: DayRange, view: ListView, perDay: number) {
  const days = sql<{ day: string }>`generate_series(${from}::date, ${to}::date, interval '1 day')`;
  return tx
    .selectFrom(days.as<'days'>(sql`days(day)`))
    .innerJoinLateral(
      (builder) =>
        builder
          .selectFrom('appointments')
          .select(['id', 'person_name', 'person_contact', 'doctor', 'appointment_date', 'appointment_time', 'status'])
          .where('appointment_date', '=', sql<string>`days.day::date`)
          .where(notCancelled(view))
          .orderBy('appointment_time')
          .orderBy('id')
          .limit(perDay)
          .as('booked'),
      (join) => join.onTrue(),
    )
    .select(['id', 'person_name', 'person_contact', 'doctor', 'appointment_date', 'appointment_time', 'status'])
    .orderBy('appointment_date')
    .orderBy('appointment_time')
    .orderBy('id')
    .execute();
}

/** Counts by day, without cancelled bookings; a day without any is absent. */
export async function countByDay(tx: Tx, days: DayRange, view: ListView): Promise<{ date: string; count: number }[]> {
  const counted = await countShownByDay(tx, days, view);
  return counted
    .map(({ day, scheduled, completed, no_show }) => ({ date: day, count: scheduled + completed + no_show }))
    .filter(({ count }) => count > 0);
}

function notCancelled({ order, visibility }: ListView) {
  return sql<boolean>`appointments.status <> 'cancelled' and ${visible(order, visibility)}`;
}
