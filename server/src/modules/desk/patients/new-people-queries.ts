import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { shownStatement, type ListView, visible } from '../../visibility/index.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { shownAs } from '../../people/index.ts';

/**
 * Selects `id` and `day` of the people who came for the first time on these days: their first
 * scheduled or completed booking that the plan shows is dated then. Merged people are one: the
 * earlier first day counts. Earlier bookings are searched only for people with more bookings than
 * on these days, and those of a family only where people were merged.
 */
export function newPeople(
  { order, visibility }: ListView,
  { tenantId, from, to }: DayRange & { readonly tenantId: TenantId },
): RawBuilder<{ id: string; day: string }> {
  const came = sql`appointments.status in ('scheduled', 'completed') and ${visible(order, visibility)}`;
  const cameBefore = (
    person: string,
  ) => sql`exists (select from appointments where appointments.tenant_id = ${tenantId}::uuid
    and appointments.patient_id = ${sql.ref(person)} and appointments.appointment_date < ${from}::date and ${came})`;
  // Evaluated once for the statement.
  const hasMerges = sql`exists (select from patients as merged where merged.tenant_id = ${tenantId}::uuid and merged.merged_into is not null)`;
  return sql<{ id: string; day: string }>`select persons.id, persons.day from (
      select ${shownAs('patients')} as id, min(seen.day) as day, bool_or(patients.merged_into is null) as is_own from (
        select appointments.patient_id, count(*) as bookings, min(appointments.appointment_date) filter (where ${came}) as day from appointments
        where appointments.tenant_id = ${tenantId}::uuid and appointments.appointment_date >= ${from}::date
          and appointments.appointment_date <= ${to}::date
        group by appointments.patient_id
      ) as seen join patients on patients.tenant_id = ${tenantId}::uuid and patients.id = seen.patient_id
      where seen.day is not null and (patients.bookings = seen.bookings or not ${cameBefore('patients.id')})
      group by 1
    ) as persons
    where (persons.is_own or not ${cameBefore('persons.id')}) and (not ${hasMerges} or not exists (
      select from patients as other where other.tenant_id = ${tenantId}::uuid and other.merged_into = persons.id and ${cameBefore('other.id')}))`;
}

/** Counts new people by their first day; days without any are absent. */
export const countNewPeople = shownStatement<DayRange, { day: string; people: number }>(
  (_, view, values) => sql<{ day: string; people: number }>`
    select day, count(*)::int as people from (${newPeople(view, values)}) as newcomers group by day`,
);
