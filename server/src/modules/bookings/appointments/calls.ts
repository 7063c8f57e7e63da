import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { callsOf, isSkipped } from '../rows/calls.ts';
import { type Change, changeAppointment } from '../rows/change.ts';
import type { AppointmentRow } from '../rows/queries.ts';

interface Input {
  readonly params: { id: string };
}

/** No receiver outside shows a call: the event says only that details changed. */
const ofWaiting = {
  may: 'call',
  otherwise: 'appointment.cannot_call',
  announced: 'details_corrected',
} as const satisfies Partial<Change>;

/**
 * Counts a call of a waiting person, which the board shows. A call that was counted already changes
 * nothing, so that two desks which press together call once.
 */
export async function callPerson(
  context: TenantContext,
  { params, body: { number } }: Input & { readonly body: { readonly number: number } },
): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    ...ofWaiting,
    action: 'called',
    set: (booking) => {
      const calls = callsOf(booking);
      return calls >= number
        ? null
        : { calls: calls + 1, called_at: sinceArrival(booking, context.now), skipped_at: null };
    },
  });
}

/** Notes that a waiting person did not answer. They keep their number, their arrival and their calls. */
export async function skipPerson(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    ...ofWaiting,
    action: 'skipped',
    set: (booking) => (isSkipped(booking) ? null : { skipped_at: sinceArrival(booking, context.now) }),
  });
}

/** Returns the later of the arrival and now: the clocks of two servers differ. */
function sinceArrival({ arrived_at: arrived }: AppointmentRow, now: Date): Date {
  return arrived !== null && arrived > now ? arrived : now;
}

/** Puts a person who was skipped back to their place in the queue, with no call yet. */
export async function undoSkip(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    ...ofWaiting,
    action: 'skip_undone',
    set: (booking) => (isSkipped(booking) ? { calls: 0, called_at: null, skipped_at: null } : null),
  });
}
