import { type AppointmentRow, selectAppointments } from '../appointments/queries.ts';
import { shownStatement } from '../appointments/shown-queries.ts';
import { inListOrder, visible } from '../appointments/visibility-queries.ts';

interface Values {
  readonly day: string;
  readonly limit: number;
}

/** The scheduled bookings of a day by time, at most `limit`. */
export const listWaiting = shownStatement<Values, AppointmentRow>((db, { order, visibility }, { tenantId, day, limit }) =>
  selectAppointments(db, tenantId)
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.appointment_date', '=', day)
    .where('appointments.status', '=', 'scheduled')
    .where(visible(order, visibility))
    .orderBy('appointments.appointment_time')
    .orderBy('appointments.id')
    .limit(limit),
);

/** The last completed or missed bookings up to a day, latest first. */
export const listRecent = shownStatement<Values, AppointmentRow>((db, { order, visibility }, { tenantId, day, limit }) =>
  inListOrder(selectAppointments(db, tenantId), 'turf')
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.appointment_date', '<=', day)
    .where('appointments.status', 'in', ['completed', 'no_show'])
    .where(visible(order, visibility))
    .limit(limit),
);
