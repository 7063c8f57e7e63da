import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Appointment, Occupation, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { moveSeries } from '@samay/contract/bookings/series';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BodyInput } from '@samay/contract/core/endpoint';
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
import { TimeWarnings } from '../time-warnings.tsx';
import {
  askedTime,
  isSameTime,
  occupationOf,
  partOf,
  type TimeChoices,
  type TimeValues,
} from '../times/time-choices.ts';
import { ResourceSelect, ServiceSelect, TimeInput } from '../times/time-fields.tsx';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { ScopeChoice, type SeriesScope } from '../series/scope-choice.tsx';
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
 * Moves a booking to another time, doctor or court, or changes how long it lasts: by a press on a
 * free start, or by the fields.
 */
export function RescheduleForm({ appointment, onDone, onCancel }: RescheduleFormProps) {
  const client = useQueryClient();
  const { booking, businessType } = useAppointmentWording();
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
  const move = useMutation({
    mutationFn: async (body: Move) => {
      const params = { id: appointment.id };
      if (scope === 'one') return call(rescheduleAppointment, { params, body });
      const { serviceId: _, ...to } = body;
      const { items } = await call(moveSeries, { params, body: { scope, ...to } });
      for (const each of items) cacheAppointment(client, each);
      return items.find(({ id }) => id === appointment.id) ?? appointment;
    },
    onSuccess: (moved) => {
      cacheAppointment(client, moved);
      const undo = scope === 'one' ? () => void moveBack(appointment) : undefined;
      toastDone(`${moved.personName} moved to ${timeText(moved)}`, undo);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) form.setErrors(error.fields);
    },
    onSettled: (changed) => void refreshAppointments(client, scope === 'one' ? changed : undefined),
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

  /** Moves to a start that was pressed. The fields show it, for where it is refused. */
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
        {isOfSeries && <ScopeChoice businessType={businessType} value={scope} onChange={setScope} />}
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
            label={capitalise(wording[businessType].resource)}
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
        {move.isError && !alternativesIn(move.error) && (
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

/** A booking keeps its length when it is moved: the request names it. */
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
