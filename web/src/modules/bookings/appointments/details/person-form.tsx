import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  type Appointment,
  correctAppointment,
  type PersonDetails,
} from '@samay/contract/bookings/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { useAppointmentWording } from '../../wording.ts';
import { EmailInput } from '../book/email-input.tsx';
import { personChanges, personErrors, personValues, type PersonValues } from '../../person-values.ts';

interface PersonFormProps {
  appointment: Appointment;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Corrects the name, email and contact of a booking. An uncorrected typo would create a second
 * person.
 */
export function PersonForm({ appointment, onDone, onCancel }: PersonFormProps) {
  const { person } = useAppointmentWording();
  const ended = `. Their merge with another ${person.toLowerCase()} has ended`;
  const client = useQueryClient();
  const [opened] = useState(() => personValues(appointment));
  const form = useForm<PersonValues>({
    initialValues: opened,
    validate: (values) => personErrors(values, opened),
  });
  const correct = useMutation({
    mutationFn: (body: Partial<PersonDetails>) =>
      call(correctAppointment, { params: { id: appointment.id }, body }),
    onSuccess: (corrected) => {
      cacheAppointment(client, corrected);
      toastDone(`${person} details saved${corrected.endedMerges ? ended : ''}`);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) form.setErrors(error.fields);
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });

  function handleSubmit(values: PersonValues) {
    const changes = personChanges(values, opened);
    if (Object.keys(changes).length === 0) onDone();
    else correct.mutate(changes);
  }

  return (
    <form onSubmit={form.onSubmit(handleSubmit)} noValidate aria-label={`Edit ${person.toLowerCase()}`}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={`${person} Name`}
            required
            maxLength={120}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('personName')}
          />
          <TextInput label="Contact" type="tel" autoComplete="off" {...form.getInputProps('personContact')} />
          <EmailInput contact={form.values.personContact} {...form.getInputProps('personEmail')} />
        </SimpleGrid>
        {correct.isError && (
          <FailureNotice text={errorText(correct.error, `Failed to save ${person.toLowerCase()} details`)} />
        )}
        <FormButtons
          submit={`Save ${person}`}
          waiting="Saving..."
          busy={correct.isPending}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}
