import type { AgeAndSex } from '@samay/contract/bookings/age';
import type { LocalDate } from '@samay/contract/core/time';
import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

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
    and (own.born is not null or own.sex is not null or shown.born is not null or shown.sex is not null)`,
);

/** Selects birth and sex by booking; those of the person that its own is shown with come first. */
function selectAbout(tenantId: string): RawBuilder<AboutRow> {
  return sql<AboutRow>`select appointments.id, coalesce(shown.born, own.born) as born, coalesce(shown.sex, own.sex) as sex
    from appointments
    join patients as own on own.tenant_id = ${tenantId}::uuid and own.id = appointments.patient_id
    left join patients as shown on shown.tenant_id = ${tenantId}::uuid and shown.id = own.merged_into
    where appointments.tenant_id = ${tenantId}::uuid`;
}
