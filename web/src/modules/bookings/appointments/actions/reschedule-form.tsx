import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Appointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { DayInput } from '../../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { cacheAppointment, refreshAppointments } from '../api.ts';
import { timeText } from '../days.ts';
import { TimeWarnings } from '../time-warnings.tsx';
import { useAppointmentWording } from '../wording.ts';

interface RescheduleFormProps {
  appointment: Appointment;
  onDone: () => void;
  onCancel: () => void;
}

/** Moves a scheduled booking to another date or time, with the same warnings as the form for a new booking. */
export function RescheduleForm({ appointment, onDone, onCancel }: RescheduleFormProps) {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const form = useForm({
    initialValues: { date: appointment.date, time: appointment.time },
    validate: { date: (date) => fault(LocalDate, date), time: (time) => fault(LocalTime, time.slice(0, 5)) },
  });
  const move = useMutation({
    mutationFn: ({ date, time }: { date: string; time: string }) =>
      call(rescheduleAppointment, { params: { id: appointment.id }, body: { date, time: time.slice(0, 5) } }),
    onSuccess: (moved) => {
      cacheAppointment(client, moved);
      toastDone(`${moved.personName} moved to ${timeText(moved)}`);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) form.setErrors(error.fields);
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  const { date, time } = form.values;

  return (
    <form onSubmit={form.onSubmit((values) => move.mutate(values))} noValidate aria-label={`Reschedule ${booking}`}>
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
          <TextInput label="New Time" type="time" required {...form.getInputProps('time')} />
        </SimpleGrid>
        <TimeWarnings
          date={date}
          time={time}
          except={appointment.id}
          {...(appointment.doctor !== null && { doctor: appointment.doctor })}
        />
        {move.isError && <FailureNotice text={errorText(move.error, `Failed to reschedule ${booking}`)} />}
        <FormButtons submit="Reschedule" waiting="Saving..." busy={move.isPending} close="Keep this time" onClose={onCancel} />
      </Stack>
    </form>
  );
}

function fault(schema: typeof LocalDate, text: string): string | null {
  return schema.safeParse(text).error?.issues[0]?.message ?? null;
}
