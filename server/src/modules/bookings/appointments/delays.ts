import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { sittingAt } from '../../availability/index.ts';
import { changeAppointment } from '../rows/change.ts';
import { isSeenIn } from '../rows/policy.ts';
import type { AppointmentRow } from '../rows/queries.ts';

interface Input {
  readonly params: { id: string };
}

/**
 * Records that the person of a scheduled booking comes some minutes after its time. Changes
 * nothing if the same minutes are noted already.
 */
export async function noteDelay(
  context: TenantContext,
  { params, body: { minutes } }: Input & { readonly body: { readonly minutes: number } },
): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_delay',
    action: 'delayed',
    announced: 'delayed',
    set: (booking) => {
      assertExpected(booking, context);
      return booking.delay_min === minutes ? null : { delay_min: minutes };
    },
  });
}

/** Clears the delay of a scheduled booking. */
export async function undoDelay(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_delay',
    action: 'delay_undone',
    announced: 'delay_undone',
    set: (booking) => {
      assertExpected(booking, context);
      return { delay_min: 0 };
    },
  });
}

/** Checks that the person of a booking has not come, and that its day or its night has. */
function assertExpected(booking: AppointmentRow, { now }: TenantContext): void {
  const isExpected = booking.arrived_at === null && isSeenIn(sittingAt(now), booking);
  assertThat(isExpected, 'appointment.cannot_delay');
}
