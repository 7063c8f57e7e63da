import { type Appointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import type { Schedule, ScheduledBooking } from '@samay/contract/desk/schedule';
import { addMinutes } from '@samay/contract/core/time';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { toastDone, toastFailed } from '../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../bookings/api.ts';
import { timeText } from '../../../lib/days.ts';
import { loweredText } from '../../bookings/lowered-text.ts';
import { isTaken } from '../../bookings/refusal.ts';
import { useResourceNames } from '../../bookings/use-resource-names.ts';
import { useAppointmentWording } from '../../bookings/wording.ts';
import { type Move, timeOfMove } from './layout/moving.ts';

interface Asked {
  readonly booking: ScheduledBooking;
  readonly to: Move;
  readonly isUndo?: boolean;
}

/** A move that was refused because its time is taken. */
export interface Refused extends Asked {
  readonly error: ApiError;
}

const schedules = ['appointments', 'schedule'] as const;

/**
 * Moves a booking of the schedule, or changes its duration. It is shown in its new place
 * immediately, with Undo; a refused move is rolled back, and `refused` has the free alternatives.
 */
export function useMove() {
  const client = useQueryClient();
  const { booking: word } = useAppointmentWording();
  const getResourceName = useResourceNames();
  const mayOverbook = useSession().permissions.includes('appointments.overbook');
  const [refused, setRefused] = useState<Refused>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ booking, to: { resourceId, ...to } }: Asked) =>
      call(rescheduleAppointment, {
        params: { id: booking.id },
        body: {
          ...to,
          ...(resourceId !== null && { resourceId }),
          before: { date: booking.date, time: booking.time },
        },
      }),
    onMutate: async ({ booking, to }) => {
      await client.cancelQueries({ queryKey: schedules });
      return {
        rollback: showMoved(client, booking.id, { ...to, endTime: addMinutes(to.time, to.duration) }),
      };
    },
    onSuccess: (moved, { booking, to, isUndo }) => {
      setRefused(undefined);
      cacheAppointment(client, moved);
      showMoved(client, moved.id, moved);
      const done = doneText({ ...moved, resourceName: getResourceName(moved) }, booking, to);
      toastDone(
        done,
        isUndo === true ? undefined : () => mutate({ ...undone(booking, moved), isUndo: true }),
      );
    },
    onError: (error, asked, context) => {
      context?.rollback();
      if (isTaken(error)) setRefused({ ...asked, error });
      else toastFailed(errorText(error, `Failed to reschedule ${word}`));
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });

  /** Returns the request that undoes a move; an overbooked booking is restored as overbooked. */
  function undone(booking: ScheduledBooking, moved: Appointment): Asked {
    const { overbookedReason } = booking;
    const to = {
      ...timeOfMove(booking),
      ...(overbookedReason !== null && mayOverbook && { overbookedReason }),
    };
    return { booking: { ...booking, ...getTimes(moved) }, to };
  }

  return { move: (asked: Asked) => mutate(asked), isPending, refused, leave: () => setRefused(undefined) };
}

type Shown = Partial<
  Pick<
    ScheduledBooking,
    'doctor' | 'resourceId' | 'date' | 'time' | 'endTime' | 'duration' | 'overbookedReason'
  >
>;

/** Writes a booking's new time into the cached schedules. Returns a function that restores them. */
function showMoved(client: QueryClient, id: string, shown: Shown): () => void {
  const before = client.getQueriesData<Schedule>({ queryKey: schedules });
  client.setQueriesData<Schedule>(
    { queryKey: schedules },
    (schedule) =>
      schedule && {
        ...schedule,
        bookings: schedule.bookings.map((booking) =>
          booking.id === id ? { ...booking, ...getTimes({ ...booking, ...shown }) } : booking,
        ),
        // Removes the claims; the new buffers come with the server's answer.
        claims: schedule.claims.filter(({ bookingId }) => bookingId !== id),
      },
  );
  return () => {
    for (const [key, schedule] of before) client.setQueryData(key, schedule);
  };
}

function getTimes({
  doctor,
  resourceId,
  date,
  time,
  endTime,
  duration,
  overbookedReason,
}: Required<Shown>): Required<Shown> {
  return { doctor, resourceId, date, time, endTime, duration, overbookedReason };
}

function doneText(
  { personName, resourceName, ...moved }: Appointment,
  booking: ScheduledBooking,
  { date, time, resourceId }: Move,
): string {
  const lowered = loweredText(moved);
  const isElsewhere = resourceId !== booking.resourceId && resourceName !== null;
  if (date === booking.date && time === booking.time && !isElsewhere)
    return `${personName} now has ${moved.duration} minutes${lowered}`;
  return `${personName} moved to ${timeText(moved)}${isElsewhere ? `, ${resourceName}` : ''}${lowered}`;
}
