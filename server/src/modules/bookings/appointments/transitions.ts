import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from '../rows/change.ts';
import { moveAppointment } from './reschedule.ts';

interface Input {
  readonly params: { id: string };
}

export async function completeAppointment(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'complete',
    otherwise: 'appointment.not_completable',
    action: 'completed',
    announced: 'completed',
    set: () => ({ status: 'completed' }),
  });
}

/**
 * Reverts a completion, within ten minutes and only by the person who set it. Receivers outside are
 * not informed: they were not told of the completion, and the calendar kept its event.
 */
export async function undoCompletion(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'undoCompletion',
    otherwise: 'appointment.completion_stands',
    action: 'completion_undone',
    announced: 'completion_undone',
    set: () => ({ status: 'scheduled' }),
  });
}

/**
 * Marks a scheduled booking as a no-show. A recorded arrival is kept in the row but not shown, so
 * that `reopenAppointment` restores it.
 */
export async function markNoShow(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markNoShow',
    otherwise: 'appointment.not_missable',
    action: 'no_show',
    announced: 'no_show',
    givesUp: true,
    set: () => ({ status: 'no_show' }),
  });
}

/**
 * Reverts a no-show: the booking is scheduled again, with the arrival that was recorded before.
 * @throws `slot.taken`
 */
export async function reopenAppointment(context: TenantContext, { params }: Input): Promise<Appointment> {
  return moveAppointment(context, params.id, 'as it was', {
    may: 'reopen',
    otherwise: 'appointment.not_reopenable',
    action: 'reopened',
    announced: 'reopened',
    set: () => ({ status: 'scheduled' }),
  });
}

/** Records when the person of a scheduled booking arrived. A second call keeps the first time. */
export async function markArrived(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_arrive',
    action: 'arrived',
    announced: 'arrived',
    set: (booking) => ({ arrived_at: booking.arrived_at ?? context.now }),
  });
}

/** Clears the arrival of a scheduled booking, and its start. */
export async function undoArrival(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_arrive',
    action: 'arrival_undone',
    announced: 'arrival_undone',
    set: () => ({ arrived_at: null, started_at: null }),
  });
}

/**
 * Records when the person of a scheduled booking said that they come. A second call keeps the first
 * time, and one who has arrived has come.
 */
export async function markComing(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_come',
    action: 'coming',
    announced: 'coming',
    set: ({ confirmed_at, arrived_at }) =>
      confirmed_at || arrived_at ? null : { confirmed_at: context.now },
  });
}

/** Takes back that a person comes. */
export async function undoComing(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_come',
    action: 'coming_undone',
    announced: 'coming_undone',
    set: () => ({ confirmed_at: null }),
  });
}

/**
 * Records when the consultation or the game of a scheduled booking began, and its person's arrival.
 * A second call changes nothing. Several bookings of one doctor may have begun: one patient is with
 * the nurse while another is inside (decision 0056).
 */
export async function startVisit(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'start',
    otherwise: 'appointment.cannot_start',
    action: 'started',
    announced: 'started',
    set: ({ started_at, arrived_at }) =>
      started_at ? null : { started_at: context.now, arrived_at: arrived_at ?? context.now },
  });
}

/** Clears the start of a scheduled booking. Its arrival stays. */
export async function undoStart(context: TenantContext, { params }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'start',
    otherwise: 'appointment.cannot_start',
    action: 'start_undone',
    announced: 'start_undone',
    set: () => ({ started_at: null }),
  });
}
