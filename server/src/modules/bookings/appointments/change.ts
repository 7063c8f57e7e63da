import type { Appointment, AppointmentMay } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import type { BookingChange } from '../../../context/booking-events.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditValues } from '../../audit/index.ts';
import { announceWritten } from './announce-written.ts';
import { fetchLocked } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import type { AppointmentChanges, AppointmentRow } from './queries.ts';
import { updateBooking } from './write-queries.ts';

interface Change {
  /** What the caller must be permitted to do with the booking in its current state, and the error otherwise. */
  readonly may: keyof AppointmentMay;
  readonly otherwise: ErrorCode;
  /** The verb of the audit row: `cancelled`. */
  readonly action: string;
  /** The booking event for receivers outside, if any; for some changes it depends on the new values. */
  readonly announced?: BookingChange | ((values: AppointmentChanges, booking: AppointmentRow) => BookingChange | undefined);
  /**
   * Computes the new values, or null where nothing changes: then nothing is written, audited or announced. It runs in the same transaction,
   * with the booking locked.
   */
  readonly set: (booking: AppointmentRow, tx: Tx) => AppointmentChanges | null | Promise<AppointmentChanges | null>;
}

/** The steps of every change to a booking: lock, check permission, write, audit, announce, return the booking as it is now. */
export async function changeAppointment(context: TenantContext, id: string, change: Change): Promise<Appointment> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const booking = await fetchLocked(tx, context, id);
    assertThat(mayWith(booking, context)[change.may], change.otherwise);
    const values = await change.set(booking, tx);
    if (!values) return present(booking, context);
    const columns = { ...values, ...(values.status && statusAuthor(context)), updated_at: context.now };
    const audited = auditValues(context, `appointment.${change.action}`, { changed: Object.keys(values), was: booking.status });
    const { receivers, ...set } = orNotFound(await updateBooking(tx, context, { id, columns, audited }));
    const announced = typeof change.announced === 'function' ? change.announced(values, booking) : change.announced;
    await announceWritten({ tx, announce }, context, { id, operation: 'update', change: announced, from: slotOf(booking), receivers });
    return present({ ...booking, ...(columns as Partial<AppointmentRow>), ...set }, context);
  });
}

/** Who sets the status and when; the database's trigger checks it when a completion is undone. */
function statusAuthor({ caller, now }: TenantContext): AppointmentChanges {
  return { status_set_at: now, status_set_by: caller.userId };
}

function slotOf({ appointment_date, appointment_time }: AppointmentRow): { date: string; time: string } {
  return { date: appointment_date, time: appointment_time.slice(0, 5) };
}
