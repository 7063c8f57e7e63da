import type { AppointmentRow, selectAppointments } from '../../bookings/index.ts';

/**
 * A booking with the text of its note: null where there never was one, empty where it was removed.
 */
export type NotedRow = AppointmentRow & { readonly note: string | null };

/** Reads the notes of the selected bookings too. */
export function withNote(query: ReturnType<typeof selectAppointments>) {
  return query
    .leftJoin('visit_notes', (join) =>
      join
        .onRef('visit_notes.tenant_id', '=', 'appointments.tenant_id')
        .onRef('visit_notes.appointment_id', '=', 'appointments.id'),
    )
    .select('visit_notes.note');
}
