import type { Status } from '@samay/contract/bookings/statuses';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { durationOf } from '../../availability/index.ts';
import { shownStatement, type DayCounts, visible } from '../../visibility/index.ts';

/** Days in India, both included, and the most bookings of each. */
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
  readonly resource_id: string | null;
  readonly resource_name: string | null;
  readonly service_name: string | null;
  readonly duration_min: number;
  readonly overbooked_reason: string | null;
  readonly walk_in: boolean;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly status: Status;
  readonly price_paise: number | null;
  readonly charges_paise: number;
  readonly discount_paise: number;
  readonly allowed_paise: number;
  readonly amount_paise: number | null;
}

/**
 * Lists the first `perDay` bookings of each day, by day and time, without cancelled ones. Each day
 * is one short index scan, regardless of its number of bookings.
 */
export const listByDay = shownStatement<Values, Row>(
  (db, { order, visibility }, { tenantId, from, to, perDay }) => {
    // `offset 0` keeps the date separate: its cast is not leakproof, so next to a condition of row
    // security it would be compared row by row.
    const days = sql<{
      day: string;
    }>`(select day::date from generate_series(${from}::date, ${to}::date, interval '1 day') as day offset 0)`;
    return db
      .selectFrom(days.as<'days'>(sql`days(day)`))
      .innerJoinLateral(
        (builder) =>
          builder
            .selectFrom('appointments')
            .select([
              'id',
              'person_name',
              'person_contact',
              'doctor',
              'resource_id',
              'service_name',
              'overbooked_reason',
              'walk_in',
              'appointment_date',
              'appointment_time',
              'status',
              'price_paise',
              'charges_paise',
              'discount_paise',
              'allowed_paise',
              'amount_paise',
            ])
            .select(durationOf(tenantId).as('duration_min'))
            .where('tenant_id', '=', tenantId)
            .where('appointment_date', '=', sql<string>`days.day`)
            .where(sql<boolean>`appointments.status <> 'cancelled' and ${visible(order, visibility)}`)
            .orderBy('appointment_time')
            .orderBy('id')
            .limit(perDay)
            .as('booked'),
        (join) => join.onTrue(),
      )
      .leftJoin('resources', (join) =>
        join.on('resources.tenant_id', '=', tenantId).onRef('resources.id', '=', 'booked.resource_id'),
      )
      .select([
        'booked.id',
        'person_name',
        'person_contact',
        'doctor',
        'resource_id',
        'resources.name as resource_name',
        'service_name',
        'duration_min',
        'overbooked_reason',
        'walk_in',
        'appointment_date',
        'appointment_time',
        'status',
        'price_paise',
        'charges_paise',
        'discount_paise',
        'allowed_paise',
        'amount_paise',
      ])
      .orderBy('appointment_date')
      .orderBy('appointment_time')
      .orderBy('booked.id');
  },
);

interface CourtRow {
  readonly id: string;
  readonly name: string;
  readonly archivedAt: string | null;
  readonly parts: readonly { readonly id: string; readonly name: string }[];
}

/** Lists the courts of a turf with their parts, archived ones too. */
export const listCourts = statement<object, CourtRow>(
  (_, { tenantId }) => sql<CourtRow>`select wholes.id, wholes.name, wholes.archived_at::text as "archivedAt",
      coalesce((select json_agg(json_build_object('id', id, 'name', name)) from resources as parts
        where parts.tenant_id = ${tenantId} and parts.whole_id = wholes.id), '[]') as parts
    from resources as wholes where wholes.tenant_id = ${tenantId} and wholes.kind = 'court' and wholes.whole_id is null`,
);

interface ClaimRow {
  readonly resource_id: string;
  readonly booking_id: string | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/**
 * Lists what is taken within days, by start, including bookings that the plan hides, without their
 * id. A claim lasts at most 20 hours (a constraint of `claims`).
 */
export const listClaims = shownStatement<Pick<Values, 'from' | 'to'>, ClaimRow>(
  (db, { order, visibility }, { tenantId, from, to }) =>
    db
      .selectFrom('claims')
      .leftJoin('appointments', (join) =>
        join
          .on('appointments.tenant_id', '=', tenantId)
          .onRef('appointments.id', '=', 'claims.appointment_id'),
      )
      .select([
        'claims.resource_id',
        sql<string | null>`case when ${visible(order, visibility)} then appointments.id end`.as('booking_id'),
        'claims.starts_at',
        'claims.ends_at',
      ])
      .where('claims.tenant_id', '=', tenantId)
      .where(
        'claims.starts_at',
        '>',
        sql<Date>`(${from}::date::timestamp at time zone 'Asia/Kolkata') - interval '20 hours'`,
      )
      .where('claims.starts_at', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`)
      .where('claims.ends_at', '>', sql<Date>`${from}::date::timestamp at time zone 'Asia/Kolkata'`)
      .orderBy('claims.starts_at')
      .orderBy('claims.id'),
);

/** Returns the number of bookings by day, without cancelled ones; a day without any is absent. */
export function countBooked(counts: readonly DayCounts[]): { date: string; count: number }[] {
  return counts
    .map(({ day, scheduled, completed, no_show }) => ({ date: day, count: scheduled + completed + no_show }))
    .filter(({ count }) => count > 0);
}
