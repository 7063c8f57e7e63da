import type { AgeAndSex } from '@samay/contract/bookings/age';
import type { LocalDate } from '@samay/contract/core/time';
import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { selectFact, shownAs } from './family-queries.ts';
import { personFacts } from './queries.ts';

/** Birth and sex of the person of a booking, with the booking's id. */
export interface AboutRow extends AgeAndSex {
  readonly id: string;
}

/** Reads birth and sex of the person of a booking. */
export const readAbout = statement<{ bookingId: string }, AboutRow>(
  (_, { tenantId, bookingId }) =>
    sql<AboutRow>`${selectAbout(tenantId)} and appointments.id = ${bookingId}::uuid`,
);

/** Reads birth and sex of the people of a day's bookings. */
export const readAboutOfDay = statement<{ day: LocalDate }, AboutRow>(
  (
    _,
    { tenantId, day },
  ) => sql<AboutRow>`${selectAbout(tenantId)} and appointments.appointment_date = ${day}::date
    and exists (select from patients as known where known.tenant_id = ${tenantId}::uuid
      and (known.born is not null or known.sex is not null)
      and (known.id = shown.id or known.merged_into = shown.id))`,
);

/** Selects birth and sex by booking, as those of the person that its own is shown with. */
function selectAbout(tenantId: TenantId): RawBuilder<AboutRow> {
  const [born, sex] = personFacts.map((fact) => selectFact(tenantId, 'shown', fact));
  return sql<AboutRow>`select appointments.id, ${born}, ${sex}
    from appointments
    join patients as own on own.tenant_id = ${tenantId}::uuid and own.id = appointments.patient_id
    join patients as shown on shown.tenant_id = ${tenantId}::uuid and shown.id = ${shownAs('own')}
    where appointments.tenant_id = ${tenantId}::uuid`;
}
