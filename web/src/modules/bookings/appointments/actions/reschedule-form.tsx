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
import { FreeStarts } from '../times/free-starts.tsx';
import { isSameTime, occupationOf, type TimeChoices, type TimeValues } from '../times/time-choices.ts';
import { ResourceSelect, ServiceSelect, TimeInput } from '../times/time-fields.tsx';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { ScopeChoice, type SeriesScope } from '../series/scope-choice.tsx';
import { useAppointmentWording } from '../../wording.ts';

interface RescheduleFormProps {
  appointment: Appointment;
  onDone: () => void;
  onCancel: () => void;
}

type Move = BodyInput<typeof rescheduleAppointment>;

/** Moves a scheduled booking to another time, doctor or court, or changes how long it lasts, with the same help as the form for a new booking. */
export function RescheduleForm({ appointment, onDone, onCancel }: RescheduleFormProps) {
  const client = useQueryClient();
  const { booking, businessType } = useAppointmentWording();
  const choicesOf = useTimeChoices();
  const form = useForm<TimeValues>({
    initialValues: timeOf(appointment),
    validate: {
      date: (date) => fault(LocalDate, date),
      time: (time) => fault(LocalTime, time.slice(0, 5)),
      duration: (duration) => fault(Occupation.shape.duration, duration === '' || duration === null ? null : Number(duration)),
    },
  });
  const [scope, setScope] = useState<SeriesScope>('one');
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
      toastDone(`${moved.personName} moved to ${timeText(moved)}`);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) form.setErrors(error.fields);
    },
    onSettled: (changed) => void refreshAppointments(client, scope === 'one' ? changed : undefined),
  });
  const [tried, setTried] = useState<TimeValues>();
  const { values } = form;
  const { date, time } = values;
  const choices = choicesOf(values);
  const body = moveOf(values, choices);
  const taken = tried && isSameTime(tried, values) ? alternativesIn(move.error) : undefined;
  const at = (slot: Slot): TimeValues => ({ ...values, ...slot, doctor: null });

  function send(sent: TimeValues, overbookedReason?: string): void {
    if (move.isPending) return;
    setTried(sent);
    move.mutate({ ...moveOf(sent, choicesOf(sent)), ...(overbookedReason !== undefined && { overbookedReason }) });
  }

  return (
    <form onSubmit={form.onSubmit((sent) => send(sent))} noValidate aria-label={`Reschedule ${booking}`}>
      <Stack gap="sm">
        <Text size="sm">
          Booked for <strong>{timeText(appointment)}</strong>
          {appointment.doctor !== null && ` with ${appointment.doctor}`}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DayInput
            label="New Date"
            value={date}
            error={form.errors['date']}
            data-autofocus
            onChange={(day) => form.setFieldValue('date', day)}
          />
          <TimeInput label="New Time" choices={choices} values={values} errors={form.errors} onChange={form.setValues} />
          <ServiceSelect choices={choices} onChange={form.setValues} />
          <ResourceSelect
            choices={choices}
            label={capitalise(wording[businessType].resource)}
            {...(!choices.resource && { any: businessType === 'turf' ? 'Any free court' : choices.doctor })}
            onChange={({ resourceId = null }) => form.setValues({ resourceId, doctor: null })}
          />
        </SimpleGrid>
        <FreeStarts
          values={values}
          choices={choices}
          except={appointment.id}
          onPick={(slot) => form.setValues(choices.isAny ? { date: slot.date, time: slot.time } : at(slot))}
          onTime={form.setValues}
        />
        <TimeWarnings date={date} time={time} except={appointment.id} {...(appointment.doctor !== null && { doctor: choices.doctor })} />
        {taken && (
          <TakenNotice
            verb="Move to"
            text={errorText(move.error, `Failed to reschedule ${booking}`)}
            refused={body}
            alternatives={taken}
            busy={move.isPending}
            onPick={(slot) => {
              form.setValues(at(slot));
              send(at(slot));
            }}
            onOverbook={(reason) => send(values, reason)}
          />
        )}
        {move.isError && !alternativesIn(move.error) && <FailureNotice text={errorText(move.error, `Failed to reschedule ${booking}`)} />}
        {appointment.seriesId !== null && appointment.status === 'scheduled' && (
          <ScopeChoice businessType={businessType} value={scope} onChange={setScope} />
        )}
        <FormButtons submit="Reschedule" waiting="Saving..." busy={move.isPending} close="Keep this time" onClose={onCancel} />
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

function fault(schema: typeof LocalDate | typeof Occupation.shape.duration, value: string | number | null): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null;
}
