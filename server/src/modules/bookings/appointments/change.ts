import type { Appointment, AppointmentMay } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import { announceBooking, type BookingChange } from '../../reach/index.ts';
import { fetchAppointment, fetchWritten } from './fetch.ts';
import { mayWith } from './policy.ts';
import { present } from './present.ts';
import { type AppointmentChanges, type AppointmentRow, updateAppointment } from './queries.ts';

interface Change {
  /** What the caller must be allowed to do with the booking as it stands, and the refusal when not. */
  readonly may: keyof AppointmentMay;
  readonly otherwise: ErrorCode;
  /** The audit's word for it: `cancelled`. */
  readonly action: string;
  /** What the outside hears of it, where it is any of its business; of some changes that depends on what is written. */
  readonly announced?: BookingChange | ((values: AppointmentChanges, booking: AppointmentRow) => BookingChange | undefined);
  /**
   * The new values, or null where the booking says so already: then nothing is written, noted or announced. What it awaits stands in the same
   * transaction, behind the lock on the booking.
   */
  readonly set: (booking: AppointmentRow, tx: Tx) => AppointmentChanges | null | Promise<AppointmentChanges | null>;
}

/** The beats of every change to a booking: lock it, ask whether it may, write, audit, announce, answer with the booking as it is now. */
export async function changeAppointment(context: TenantContext, id: string, change: Change): Promise<Appointment> {
  return inTenant(context, async (tx) => {
    const booking = await fetchAppointment(tx, context, id, { lock: true });
    assertThat(mayWith(booking, context)[change.may], change.otherwise);
    const values = await change.set(booking, tx);
    if (!values) return present(booking, context);
    await updateAppointment(tx, id, { ...values, ...(values.status && authorOf(context)), updated_at: context.now });
    await audit(tx, context, `appointment.${change.action}`, id, { changed: Object.keys(values), was: booking.status });
    const announced = typeof change.announced === 'function' ? change.announced(values, booking) : change.announced;
    if (announced) await announceBooking(tx, context, announced, { id, from: placeOf(booking) });
    return present(await fetchWritten(tx, context, id), context);
  });
}

/** Who changes the status and when, which the database asks of a completion that is taken back. */
function authorOf({ caller, now }: TenantContext): AppointmentChanges {
  return { status_set_at: now, status_set_by: caller.userId };
}

function placeOf({ appointment_date, appointment_time }: AppointmentRow): { date: string; time: string } {
  return { date: appointment_date, time: appointment_time.slice(0, 5) };
}
