import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { selectAppointments } from '../../bookings/index.ts';
import { shownStatement, inListOrder, type ListView, listOrder, visible } from '../../visibility/index.ts';
import { selectFamily, shownAs } from '../../people/index.ts';
import { type NotedRow, withNote } from '../patients/note-queries.ts';

/**
 * Lists the last visits before a booking that the plan shows, of its person and of those shown with
 * them, latest first: completed bookings, and others with a prescription or a note. The rows are
 * found by the index of each of those people.
 */
export const listEarlier = shownStatement<{ bookingId: string; limit: number }, NotedRow>(
  (db, view, values) => {
    const { tenantId, limit } = values;
    const wasVisit = sql`(appointments.status = 'completed' or appointments.status <> 'cancelled' and (
    appointments.prescription_id is not null or exists (select from visit_notes where visit_notes.tenant_id = ${tenantId}::uuid
      and visit_notes.appointment_id = appointments.id and visit_notes.note <> '')))`;
    const ids = sql<string>`select page.id from ${familyOfBooking(values)}
    cross join lateral (
      select appointments.id, appointments.appointment_date as day, appointments.appointment_time as moment
      from appointments where ${ofFamily(view, tenantId)} and ${keyOfBooking} < ${keyOfPresent} and ${wasVisit}
      order by ${listOrder('turf')} limit ${limit}
    ) as page
    order by page.day desc, page.moment desc, page.id desc limit ${limit}`;
    return inListOrder(withNote(selectAppointments(db, tenantId)), 'turf')
      .where('appointments.tenant_id', '=', tenantId)
      .where(sql<boolean>`appointments.id = any(array(${ids}))`);
  },
);

interface NextRow {
  readonly id: string;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly doctor: string | null;
}

/** Reads the next scheduled booking of the same people after a booking. */
export const readNext = shownStatement<{ bookingId: string }, NextRow>(
  (
    _,
    view,
    values,
  ) => sql<NextRow>`select next.id, next.appointment_date, next.appointment_time, next.doctor from ${familyOfBooking(values)}
    cross join lateral (
      select appointments.id, appointments.appointment_date, appointments.appointment_time, appointments.doctor
      from appointments where ${ofFamily(view, values.tenantId)} and ${keyOfBooking} > ${keyOfPresent} and appointments.status = 'scheduled'
      order by ${listOrder('turf', true)} limit 1
    ) as next
    order by next.appointment_date, next.appointment_time, next.id limit 1`,
);

const keyOfBooking = sql`(appointments.appointment_date, appointments.appointment_time, appointments.id)`;
const keyOfPresent = sql`(present.appointment_date, present.appointment_time, present.id)`;

/**
 * Selects a booking as `present`, and as `family` the people who are shown together with its own.
 */
function familyOfBooking({
  tenantId,
  bookingId,
}: {
  readonly tenantId: TenantId;
  readonly bookingId: string;
}): RawBuilder<unknown> {
  return sql`appointments as present
    join patients as named on named.tenant_id = ${tenantId}::uuid and named.id = present.patient_id
    cross join lateral (select ${shownAs('named')} as id) as person
    join lateral ${selectFamily(tenantId, 'person')} on present.tenant_id = ${tenantId}::uuid and present.id = ${bookingId}::uuid`;
}

function ofFamily({ order, visibility }: ListView, tenantId: TenantId): RawBuilder<unknown> {
  return sql`appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id and ${visible(order, visibility)}`;
}
