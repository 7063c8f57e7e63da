import type { Status } from '@samay/contract/bookings/statuses';
import { sql } from 'kysely';
import { shownStatement } from '../appointments/shown-queries.ts';
import type { DayCounts } from '../appointments/tally-queries.ts';
import { visible } from '../appointments/visibility-queries.ts';

/** Days in India, both included, and how many bookings of each. */
interface Values {
  readonly from: string;
  readonly to: string;
  readonly perDay: number;
}

interface Row {
  readonly id: string;
  readonly person_name: string;
  readonly person_contact: string | null;
  readonly doctor: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly status: Status;
}

/** The first `perDay` bookings of each day, by day and time, without cancelled ones. Each day is one short index scan, however full it is. */
export const listByDay = shownStatement<Values, Row>((db, { order, visibility }, { tenantId, from, to, perDay }) => {
  const days = sql<{ day: string }>`generate_series(${from}::date, ${to}::date, interval '1 day')`;
  return db
    .selectFrom(days.as<'days'>(sql`days(day)`))
    .innerJoinLateral(
      (builder) =>
        builder
          .selectFrom('appointments')
          .select(['id', 'person_name', 'person_contact', 'doctor', 'appointment_date', 'appointment_time', 'status'])
          .where('tenant_id', '=', tenantId)
          .where('appointment_date', '=', sql<string>`days.day::date`)
          .where(sql<boolean>`appointments.status <> 'cancelled' and ${visible(order, visibility)}`)
          .orderBy('appointment_time')
          .orderBy('id')
          .limit(perDay)
          .as('booked'),
      (join) => join.onTrue(),
    )
    .select(['id', 'person_name', 'person_contact', 'doctor', 'appointment_date', 'appointment_time', 'status'])
    .orderBy('appointment_date')
    .orderBy('appointment_time')
    .orderBy('id');
});

/** The number of bookings by day, without cancelled ones; a day without any is absent. */
export function bookedOf(counts: readonly DayCounts[]): { date: string; count: number }[] {
  return counts
    .map(({ day, scheduled, completed, no_show }) => ({ date: day, count: scheduled + completed + no_show }))
    .filter(({ count }) => count > 0);
}
