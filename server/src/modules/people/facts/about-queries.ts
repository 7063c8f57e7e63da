import type { PersonFacts } from '@samay/contract/people/person-facts';
import type { LocalDate } from '@samay/contract/core/time';
import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { selectFacts, shownAs } from '../rows/family-queries.ts';
import { personFacts } from '../rows/queries.ts';

/** The facts about the person of a booking, with the booking's id. */
export interface AboutRow extends PersonFacts {
  readonly id: string;
}

/** Reads the facts about the person of a booking. */
export const readAbout = statement<{ bookingId: string }, AboutRow>(
  (_, { tenantId, bookingId }) =>
    sql<AboutRow>`${selectAbout(tenantId)} and appointments.id = ${bookingId}::uuid`,
);

/** Reads the facts about the people of a day's bookings; no row of who has none. */
export const readAboutOfDay = statement<{ day: LocalDate }, AboutRow>(
  (
    _,
    { tenantId, day },
  ) => sql<AboutRow>`${selectAbout(tenantId)} and appointments.appointment_date = ${day}::date
    and exists (select from patients as known where known.tenant_id = ${tenantId}::uuid
      and (${isAnyKnown('known')})
      and (known.id = shown.id or known.merged_into = shown.id))`,
);

function isAnyKnown(person: string): RawBuilder<unknown> {
  return sql.join(
    personFacts.map((fact) => sql`${sql.ref(`${person}.${fact}`)} is not null`),
    sql` or `,
  );
}

/** Selects the facts by booking, as those of the person that its own is shown with. */
function selectAbout(tenantId: TenantId): RawBuilder<AboutRow> {
  return sql<AboutRow>`select appointments.id, ${selectFacts(tenantId, 'shown')}
    from appointments
    join patients as own on own.tenant_id = ${tenantId}::uuid and own.id = appointments.patient_id
    join patients as shown on shown.tenant_id = ${tenantId}::uuid and shown.id = ${shownAs('own')}
    where appointments.tenant_id = ${tenantId}::uuid`;
}
