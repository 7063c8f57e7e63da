import type { Statement } from '../../../db/statement.ts';
import { type AppointmentRow, selectAppointments } from '../appointments/queries.ts';
import { shownStatement } from '../appointments/shown-queries.ts';
import { inListOrder, isPastKey, type Key, type ListView, visible } from '../appointments/visibility-queries.ts';

interface Page {
  readonly after: Key | undefined;
  readonly limit: number;
}

/** A person's bookings that the plan shows, latest first; `after` is the key of the previous row. */
export function listAppointmentsOf(view: ListView, patientId: string, { after, limit }: Page): Statement<AppointmentRow> {
  const key = { keyDate: after?.date ?? '', keyTime: after?.time ?? '', keyId: after?.id ?? '' };
  return selectOfPatient(view, { patientId, ...key, limit }, { isFirst: after === undefined });
}

interface Values {
  readonly patientId: string;
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
}

const selectOfPatient = shownStatement<Values, AppointmentRow, { isFirst: boolean }>(
  (db, { order, visibility }, { tenantId, patientId, keyDate, keyTime, keyId, limit }, { isFirst }) =>
    inListOrder(selectAppointments(db, tenantId), 'turf')
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.patient_id', '=', patientId)
      .where(visible(order, visibility))
      .$if(!isFirst, (query) => query.where(isPastKey('turf', { date: keyDate, time: keyTime, id: keyId }, 'after')))
      .limit(limit),
);
