import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { Sitting } from '../../availability/index.ts';

/** How many minutes a finished visit of a service with a doctor lasted. */
export interface VisitRow {
  readonly resource_id: string;
  readonly service_id: string | null;
  readonly minutes: number;
}

/** The days back and the longest visit that count: who forgets to press Complete says nothing. */
const [daysBack, longestMinutes] = [90, 180];

/**
 * Reads the last visits of each doctor and service of a sitting's queue, where the business gives numbers.
 * Visits that began and ended by a press, the latest first, at most `limit` of each.
 */
export const readVisits = statement<Pick<Sitting, 'day' | 'from' | 'to'> & { limit: number }, VisitRow>(
  (
    _,
    { tenantId, day, from, to, limit },
  ) => sql<VisitRow>`select queued.resource_id, queued.service_id, visits.minutes
    from (select distinct resource_id, service_id from appointments
      where tenant_id = ${tenantId} and appointment_date between ${day}::date - 1 and ${day}::date + 1
        and status = 'scheduled' and resource_id is not null and starts_at < ${to}::timestamptz
        and (starts_at >= ${from}::timestamptz or started_at >= ${from}::timestamptz)
        and (select gives_tokens from business_profiles where tenant_id = ${tenantId})) as queued
    cross join lateral (select (extract(epoch from status_set_at - started_at) / 60)::float8 as minutes
      from appointments as visit
      where visit.tenant_id = ${tenantId} and visit.resource_id = queued.resource_id and visit.status = 'completed'
        and visit.service_id is not distinct from queued.service_id
        and visit.appointment_date between ${day}::date - ${sql.raw(String(daysBack))} and ${day}::date
        and visit.status_set_at > visit.started_at
        and visit.status_set_at < visit.started_at + interval '${sql.raw(String(longestMinutes))} minutes'
      order by visit.appointment_date desc, visit.appointment_time desc, visit.id desc
      limit ${limit}) as visits`,
);
