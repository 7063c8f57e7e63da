import { sql } from 'kysely';
import type { LocalDate } from '@samay/contract/core/time';
import { unknownChangeOf } from '../../../db/client/announcements.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/** The first service: the one that is meant where none is named. */
export interface FirstService {
  readonly id: string;
  readonly name: string;
  readonly duration: number;
}

export const findFirstService = statement<object, FirstService>((db, { tenantId }) =>
  db
    .selectFrom('services')
    .select(['id', 'name', 'duration_min as duration'])
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
);

/** What the business has decided about times that are taken. */
export const findDecision = statement<object, { isConfirmed: boolean; employeesMayOverbook: boolean }>(
  (db, { tenantId }) =>
    db
      .selectFrom('business_profiles')
      .select(['keeps_times_apart as isConfirmed', 'employees_may_overbook as employeesMayOverbook'])
      .where('tenant_id', '=', tenantId),
);

/** Bookings of fewer gaps than this say nothing. */
const leastGaps = 5;

/**
 * The most frequent gap between two bookings that follow each other on one day with one resource
 * (or doctor's name), in steps of five minutes. None where hardly any follow each other.
 */
export const findUsualGap = statement<{ from: LocalDate }, { gap: number }>(
  (_, { tenantId, from }) => sql<{ gap: number }>`select gap from (
      select round(extract(epoch from appointment_time - lag(appointment_time) over (
        partition by appointment_date, coalesce(resource_id::text, fold_name(doctor)) order by appointment_time)) / 300)::int * 5 as gap
      from appointments
      where tenant_id = ${tenantId} and appointment_date >= ${from} and status in ('scheduled', 'completed')
    ) as gaps
    where gap between 5 and 240
    group by gap having count(*) >= ${leastGaps}
    order by count(*) desc, gap limit 1`,
);

/**
 * The doctors or courts that take bookings, each with those since a day. Bookings of before bear a
 * doctor's name alone, or are the first court's.
 */
export const listBookedResources = statement<
  { from: LocalDate },
  { id: string; name: string; bookings: number }
>(
  (_, { tenantId, from }) => sql<{ id: string; name: string; bookings: number }>`with listed as materialized (
      select id, name, name_key, kind, position, created_at, row_number() over (order by position, created_at, id) = 1 as is_first
      from resources where tenant_id = ${tenantId} and archived_at is null and whole_id is null
    ), booked as materialized (
      select coalesce(whole.whole_id, appointments.resource_id) as resource_id, doctor, count(*) as bookings
      from appointments left join resources as whole on whole.tenant_id = appointments.tenant_id and whole.id = appointments.resource_id
      where appointments.tenant_id = ${tenantId} and appointment_date >= ${from} and status in ('scheduled', 'completed')
      group by 1, 2
    )
    select listed.id, listed.name, coalesce(sum(bookings), 0)::int as bookings
    from listed left join booked on booked.resource_id = listed.id
      or booked.resource_id is null and (listed.kind = 'court' and listed.is_first or listed.kind = 'practitioner' and listed.name_key = fold_name(doctor))
    group by listed.id, listed.name, listed.position, listed.created_at
    order by listed.position, listed.created_at, listed.id`,
);

/**
 * Announces one change of unknown bookings with the commit, instead of each of them by the trigger:
 * screens fetch again once.
 */
export async function announceAtOnce(tx: Tx, tenantId: TenantId): Promise<void> {
  const { channel, payload } = unknownChangeOf(tenantId);
  await sql`select set_config('app.moves_data', 'on', true), pg_notify(${channel}, ${payload})`.execute(tx);
}

/** Refuses taken times from now on. */
export async function keepTimesApart(
  tx: Tx,
  { tenantId, now }: { tenantId: TenantId; now: Date },
): Promise<void> {
  await tx
    .updateTable('business_profiles')
    .set({ keeps_times_apart: true, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function letEmployeesOverbook(
  tx: Tx,
  { tenantId, isAllowed, now }: { tenantId: TenantId; isAllowed: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('business_profiles')
    .set({ employees_may_overbook: isAllowed, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function writeDuration(
  tx: Tx,
  { tenantId, id, minutes, now }: { tenantId: TenantId; id: string; minutes: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('services')
    .set({ duration_min: minutes, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
