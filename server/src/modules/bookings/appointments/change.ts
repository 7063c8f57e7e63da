import type { Appointment, AppointmentMay } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import type { BookingChange } from '../../../context/booking-events.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { fetchAppointment, fetchWritten } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import { type AppointmentChanges, type AppointmentRow, updateAppointment } from './queries.ts';

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
  return inTenant(context, async (tx) => {
    const booking = await fetchAppointment(tx, context, id, { lock: true });
    assertThat(mayWith(booking, context)[change.may], change.otherwise);
    const values = await change.set(booking, tx);
    if (!values) return present(booking, context);
    await updateAppointment(tx, id, { ...values, ...(values.status && statusAuthor(context)), updated_at: context.now });
    await audit(tx, context, `appointment.${change.action}`, id, { changed: Object.keys(values), was: booking.status });
    const announced = typeof change.announced === 'function' ? change.announced(values, booking) : change.announced;
    if (announced) await context.dependencies.announceBooking(tx, context, announced, { id, from: slotOf(booking) });
    return present(await fetchWritten(tx, context, id), context);
  });
}

/** Who sets the status and when; the database's trigger checks it when a completion is undone. */
function statusAuthor({ caller, now }: TenantContext): AppointmentChanges {
  return { status_set_at: now, status_set_by: caller.userId };
}

function slotOf({ appointment_date, appointment_time }: AppointmentRow): { date: string; time: string } {
  return { date: appointment_date, time: appointment_time.slice(0, 5) };
}
