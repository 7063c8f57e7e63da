import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Appointment, Occupation, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatCount } from '@samay/contract/core/money';
import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { DayInput } from '../../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { timeText } from '../../days.ts';
import { alternativesIn } from '../../refusal.ts';
import { TakenNotice } from '../../taken-notice.tsx';
import { TimeWarnings } from '../book/times/time-warnings.tsx';
import { isSaidBesideField } from '../book/times/refused-field.ts';
import {
  askedTime,
  isSameTime,
  occupationOf,
  partOf,
  type TimeChoices,
  type TimeValues,
} from '../book/times/time-choices.ts';
import { ResourceSelect, ServiceSelect, TimeInput } from '../book/times/time-fields.tsx';
import { useTimeChoices } from '../book/times/use-time-choices.ts';
import { useMoveSeveral } from './change-several.ts';
import { ScopeChoice, type SeriesScope } from './scope-choice.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { MoveStarts } from './move-starts.tsx';
import { useMoveBack } from './use-move-back.ts';

interface RescheduleFormProps {
  appointment: Appointment;
  onDone: () => void;
  onCancel: () => void;
}

type Move = BodyInput<typeof rescheduleAppointment>;

/**
 * Moves a booking to another time, doctor or court, or changes its duration: by a press on a free
 * start, or by the fields.
 */
export function RescheduleForm({ appointment, onDone, onCancel }: RescheduleFormProps) {
  const client = useQueryClient();
  const { booking, businessType } = useAppointmentWording();
  const { bookings, resource } = wording[businessType];
  const choicesOf = useTimeChoices();
  const form = useForm<TimeValues>({
    initialValues: timeOf(appointment),
    validate: {
      date: (date) => fault(LocalDate, date),
      time: (time) => fault(LocalTime, time.slice(0, 5)),
      duration: (duration) =>
        fault(Occupation.shape.duration, duration === '' || duration === null ? null : Number(duration)),
    },
  });
  const [scope, setScope] = useState<SeriesScope>('one');
  const moveBack = useMoveBack();
  const moveSeveral = useMoveSeveral(appointment);
  const move = useMutation({
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
        toastDone(`${only.personName} moved to ${timeText(only)}`, () => void moveBack(appointment, only));
      else toastDone(`${formatCount(moved.length)} ${bookings} of ${appointment.personName} moved`);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) form.setErrors(error.fields);
    },
    onSettled: (changed) => void refreshAppointments(client, scope === 'one' ? changed?.[0] : undefined),
  });
  const [tried, setTried] = useState<TimeValues>();
  const { values } = form;
  const { date } = values;
  const isOfSeries = appointment.seriesId !== null && appointment.status === 'scheduled';
  const choices = choicesOf(values);
  const body = moveOf(values, choices);
  const taken = tried && isSameTime(tried, values) ? alternativesIn(move.error) : undefined;
  const at = (slot: Slot): TimeValues => ({ ...values, ...slot, doctor: null });

  function send(sent: TimeValues, overbookedReason?: string): void {
    if (move.isPending) return;
    setTried(sent);
    move.mutate({
      ...moveOf(sent, choicesOf(sent)),
      ...(overbookedReason !== undefined && { overbookedReason }),
    });
  }

  /** Moves the booking to a pressed start. The fields show that start in case it is refused. */
  function moveTo(sent: TimeValues): void {
    if (move.isPending) return;
    form.setValues(sent);
    send(sent);
  }

  return (
    <form onSubmit={form.onSubmit((sent) => send(sent))} noValidate aria-label={`Reschedule ${booking}`}>
      <Stack gap="sm">
        <Text size="sm">
          Booked for <strong>{timeText(appointment)}</strong>
          {appointment.doctor !== null && ` with ${appointment.doctor}`}. Press a free time to move it.
        </Text>
        {isOfSeries && (
          <ScopeChoice id={appointment.id} businessType={businessType} value={scope} onChange={setScope} />
        )}
        <DayInput
          label="New Date"
          value={date}
          error={form.errors['date']}
          data-autofocus
          onChange={(day) => form.setFieldValue('date', day)}
        />
        <MoveStarts
          values={values}
          choices={choices}
          except={appointment.id}
          onPick={(slot) =>
            moveTo(
              choices.isAny && !partOf(slot, choices)
                ? { ...values, date: slot.date, time: slot.time }
                : at(slot),
            )
          }
          onNow={(time) => moveTo({ ...values, ...time })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TimeInput
            label="New Time"
            choices={choices}
            values={values}
            errors={form.errors}
            onChange={form.setValues}
          />
          <ServiceSelect choices={choices} error={form.errors['serviceId']} onChange={form.setValues} />
          <ResourceSelect
            choices={choices}
            label={capitalise(resource)}
            error={form.errors['resourceId'] ?? form.errors['doctor']}
            {...(!choices.resource && { any: businessType === 'turf' ? 'Any free court' : choices.doctor })}
            onChange={({ resourceId = null }) => form.setValues({ resourceId, doctor: null })}
          />
        </SimpleGrid>
        <TimeWarnings
          asked={askedTime(values, choices, {
            except: appointment.id,
            hasDoctor: appointment.doctor !== null,
          })}
        />
        {taken && (
          <TakenNotice
            verb="Move to"
            text={errorText(move.error, `Failed to reschedule ${booking}`)}
            refused={body}
            alternatives={taken}
            busy={move.isPending}
            onPick={(slot) => moveTo(at(slot))}
            onOverbook={(reason) => send(values, reason)}
          />
        )}
        {move.isError && !alternativesIn(move.error) && !isSaidBesideField(move.error, choices) && (
          <FailureNotice text={errorText(move.error, `Failed to reschedule ${booking}`)} />
        )}
        <FormButtons
          submit="Reschedule"
          waiting="Saving..."
          busy={move.isPending}
          close="Keep this time"
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

function timeOf({ date, time, doctor, resourceId, serviceId, duration }: Appointment): TimeValues {
  return { date, time, doctor: resourceId === null ? doctor : null, resourceId, serviceId, duration };
}

/** Returns the request body of a move. It names the length, so that the booking keeps it. */
function moveOf(values: TimeValues, { resource, service }: TimeChoices): Move {
  return {
    date: values.date,
    time: values.time.slice(0, 5),
    ...occupationOf({ ...values, duration: values.duration ?? service?.duration ?? null }, resource),
  };
}

function fault(
  schema: typeof LocalDate | typeof Occupation.shape.duration,
  value: string | number | null,
): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null;
}
