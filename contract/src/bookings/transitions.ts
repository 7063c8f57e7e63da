import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise, TypedMethod } from '../core/money.ts';
import type { BusinessType } from '../core/roles.ts';
import { Id, requiredLine } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';
import { Appointment, Occupation } from './appointments.ts';

const params = z.strictObject({ id: Id });

/** The reason for a cancellation. */
export const CancelReason = requiredLine(200, 'Please enter a reason');

/** The reasons that a business chooses from, by its type; any other may be typed. */
export const cancelReasons: Readonly<Record<BusinessType, readonly string[]>> = {
  doctor: ['Patient cancelled', 'Doctor ill', 'No answer', 'Mistake'],
  turf: ['Customer cancelled', 'Rain', 'No answer', 'Mistake'],
};

/** Reasons of the business's own, for which its person is not to blame. */
export const ownReasons: Readonly<Record<BusinessType, readonly string[]>> = {
  doctor: [
    'Doctor ill',
    'Doctor away',
    'Doctor delayed',
    'Emergency elsewhere',
    'Holiday',
    'No electricity',
    'Mistake',
  ],
  turf: ['Rain', 'Maintenance', 'Tournament', 'Court closed', 'Holiday', 'No electricity', 'Mistake'],
};

/** Why a booking is cancelled, and what becomes of its money. */
export const Cancellation = z.strictObject({
  money: z.enum(['leave', 'advance', 'refund']).default('leave'),
  /**
   * The method by which all of it is given back; by default that of each payment. Money of an
   * advance goes back to it then.
   */
  method: TypedMethod.nullish(),
  /**
   * Paise: what the caller saw going back online, by the business's payment provider. Given with a method, which is
   * for the rest then.
   */
  online: Paise.optional(),
  reason: CancelReason.nullish(),
  /** Whether a drawer that gives cash back may hold less than nothing from then on. */
  belowZero: z.boolean().optional(),
});
export type Cancellation = z.infer<typeof Cancellation>;

export const cancelAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/cancellation',
  access: 'appointments.write',
  summary: 'Cancel a scheduled or no-show booking. Its money stays, is kept as an advance, or is given back.',
  params,
  body: Cancellation.optional(),
  reply: Appointment,
});
export const undoCancel = transition(
  'DELETE',
  'cancellation',
  'Take a cancellation back within ten minutes, by the person who cancelled it or an owner, if its time is free. Money that was kept as an advance comes back; money that was given back does not.',
);
export const completeAppointment = transition('POST', 'completion', 'Complete a scheduled booking.');
export const undoCompletion = transition(
  'DELETE',
  'completion',
  'Take a completion back within ten minutes, by the person who set it: the booking is scheduled again.',
);
export const markNoShow = transition('POST', 'no-show', 'Mark a booking as a no-show.');
export const reopenAppointment = transition(
  'DELETE',
  'no-show',
  'Take a no-show back: the booking is scheduled again, with the arrival that was noted ' +
    'before. Rejected if its time is taken.',
);
export const reopenAppointmentAt = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/reopening',
  access: 'appointments.write',
  summary: 'Take a no-show back at another time, with another doctor or court, or over another booking.',
  params,
  body: z.strictObject({ date: LocalDate, time: LocalTime, ...Occupation.shape }),
  reply: Appointment,
});
export const markComing = transition(
  'PUT',
  'coming',
  'Note that the person of a scheduled booking said that they come. A move clears it.',
);
export const undoComing = transition('DELETE', 'coming', 'Take back that a person comes.');
export const markArrived = transition('PUT', 'arrival', 'Mark a person as arrived.');
export const undoArrival = transition('DELETE', 'arrival', 'Undo the arrival. Rejected for a walk-in.');
export const startVisit = transition(
  'PUT',
  'start',
  'Note that the consultation or the game has begun. The person has arrived, too.',
);
export const undoStart = transition('DELETE', 'start', 'Undo the start. The arrival stays.');

function transition(method: 'POST' | 'PUT' | 'DELETE', noun: string, summary: string) {
  return endpoint({
    method,
    path: `/api/appointments/:id/${noun}`,
    access: 'appointments.write',
    summary,
    params,
    reply: Appointment,
  });
}
