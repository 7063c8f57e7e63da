import { useForm } from '@mantine/form';
import { type Appointment, Occupation, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatCount } from '@samay/contract/core/money';
import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { timeText } from '../../../../lib/days.ts';
import { alternativesIn } from '../../refusal.ts';
import { loweredOfSeveral, loweredText } from '../../lowered-text.ts';
import { useAppointmentWording } from '../../wording.ts';
import {
  isSameTime,
  makeOccupation,
  type TimeChoices,
  typedMinutes,
  type TimeValues,
} from '../book/times/time-choices.ts';
import { useTimeChoices } from '../book/times/use-time-choices.ts';
import { tellAbout } from '../tell/tell.tsx';
import { useMoveSeveral } from './change-several.ts';
import type { SeriesScope } from './scope-choice.tsx';
import { useMoveBack } from './use-move-back.ts';

type Move = BodyInput<typeof rescheduleAppointment>;

interface Outcomes {
  onDone: () => void;
  /** Called after the server's errors were shown at the fields. */
  onRefused: () => void;
}

/** Holds the time to which a booking, or several of its series, shall be moved, and moves them. */
export function useReschedule(appointment: Appointment, { onDone, onRefused }: Outcomes) {
  const getChoices = useTimeChoices();
  const [scope, setScope] = useState<SeriesScope>('one');
  const [tried, setTried] = useState<TimeValues>();
  const form = useForm<TimeValues>({
    initialValues: timeOf(appointment),
    validate: {
      date: (date) => fault(LocalDate, date),
      time: (time) => fault(LocalTime, time.slice(0, 5)),
      duration: (duration) => fault(Occupation.shape.duration, typedMinutes(duration)),
    },
  });
  const move = useMove(appointment, {
    scope,
    onDone,
    onFields(errors) {
      form.setErrors(errors);
      onRefused();
    },
  });
  const { values } = form;
  const choices = getChoices(values);

  function send(sent: TimeValues, overbookedReason?: string): void {
    if (move.isPending) return;
    setTried(sent);
    move.mutate({
      ...makeMove(sent, getChoices(sent)),
      ...(overbookedReason !== undefined && { overbookedReason }),
    });
  }

  /** Moves the booking to a pressed start. The fields show that start in case it is refused. */
  function moveTo(sent: TimeValues): void {
    if (move.isPending) return;
    form.setValues(sent);
    send(sent);
  }

  const taken = tried && isSameTime(tried, values) ? alternativesIn(move.error) : undefined;
  return { form, choices, body: makeMove(values, choices), scope, setScope, move, taken, send, moveTo };
}

interface MoveOptions {
  scope: SeriesScope;
  onDone: () => void;
  onFields: (errors: NonNullable<ApiError['fields']>) => void;
}

function useMove(appointment: Appointment, { scope, onDone, onFields }: MoveOptions) {
  const client = useQueryClient();
  const { bookings } = wording[useAppointmentWording().businessType];
  const moveBack = useMoveBack();
  const moveSeveral = useMoveSeveral(appointment);
  return useMutation({
    mutationFn: async ({ serviceId, ...to }: Move) => {
      if (scope !== 'one') return moveSeveral(scope, to);
      const before = { date: appointment.date, time: appointment.time };
      const body = { serviceId, ...to, before };
      return [await call(rescheduleAppointment, { params: { id: appointment.id }, body })];
    },
    onSuccess: (moved) => {
      for (const each of moved) cacheAppointment(client, each);
      const [only] = moved;
      if (only && scope === 'one')
        toastDone(
          `${only.personName} moved to ${timeText(only)}${loweredText(only)}`,
          () => void moveBack(appointment, only),
          'Undo',
          tellAbout(only, ['moved']),
        );
      else
        toastDone(
          `${formatCount(moved.length)} ${bookings} of ${appointment.personName} moved${loweredOfSeveral(moved)}`,
        );
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) onFields(error.fields);
    },
    onSettled: (changed) => void refreshAppointments(client, scope === 'one' ? changed?.[0] : undefined),
  });
}

function timeOf({ date, time, doctor, resourceId, serviceId, duration }: Appointment): TimeValues {
  return { date, time, doctor: resourceId === null ? doctor : null, resourceId, serviceId, duration };
}

/** Returns the request body of a move. It names the length, so that the booking keeps it. */
function makeMove(values: TimeValues, choices: TimeChoices): Move {
  return {
    date: values.date,
    time: values.time.slice(0, 5),
    ...makeOccupation({ ...values, duration: values.duration ?? choices.service?.duration ?? null }, choices),
  };
}

function fault(
  schema: typeof LocalDate | typeof Occupation.shape.duration,
  value: string | number | null,
): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null;
}
