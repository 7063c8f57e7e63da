import { Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  type Appointment,
  type Corrections,
  correctAppointment,
} from '@samay/contract/bookings/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import {
  AgeAndSexFields,
  changedFacts,
  factsErrors,
  factsValues,
  GuardianField,
} from '../../../../ui/form/person-facts.tsx';
import { emptyFacts, type FactsValues } from '../../../../lib/facts-values.ts';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { NumberQuestionField, useOthersOfNumber } from '../../../../ui/form/number-question.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { useAppointmentWording } from '../../wording.ts';
import { useAdultsOfNumber } from '../book/person/use-adults-of-number.ts';
import { EmailInput } from '../book/email-input.tsx';
import { personChanges, personErrors, personValues, type PersonValues } from '../../person-values.ts';

interface PersonFormProps {
  appointment: Appointment;
  onDone: () => void;
  onCancel: () => void;
}

interface FormValues extends PersonValues, FactsValues {}

/**
 * Corrects the name, email and contact of a booking, and the facts about a patient. An uncorrected
 * typo would create a second person.
 */
export function PersonForm({ appointment, onDone, onCancel }: PersonFormProps) {
  const { person, businessType } = useAppointmentWording();
  const ended = `. Their merge with another ${person.toLowerCase()} has ended`;
  const client = useQueryClient();
  const id = useId();
  const [opened] = useState((): FormValues => ({
    ...personValues(appointment),
    ...(appointment.facts ? factsValues(appointment.facts) : emptyFacts),
  }));
  const form = useForm<FormValues>({
    initialValues: opened,
    validate: (values) => ({ ...personErrors(values, opened), ...factsErrors(values, opened) }),
  });
  const facts = { values: form.values, errors: form.errors, onChange: form.setValues };
  const question = useOthersOfNumber(appointment.patientId, form.values, opened);
  const adults = useAdultsOfNumber({ person: null, ...form.values });
  const correct = useMutation({
    mutationFn: (body: Corrections) => call(correctAppointment, { params: { id: appointment.id }, body }),
    onSuccess: (corrected) => {
      cacheAppointment(client, corrected);
      toastDone(`${person} details saved${corrected.endedMerges ? ended : ''}`);
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(errorsByField(error.fields));
      focusFirstError(id);
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });

  function handleSubmit(values: FormValues) {
    const changes = { ...personChanges(values, opened), ...changedFacts(values, opened) };
    if (Object.keys(changes).length === 0) onDone();
    else correct.mutate({ ...changes, ...question.answer });
  }

  return (
    <form
      id={id}
      onSubmit={form.onSubmit(handleSubmit, () => focusFirstError(id))}
      noValidate
      aria-label={`Edit ${person.toLowerCase()}`}
    >
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
        <NumberQuestionField question={question} />
        {businessType === 'doctor' && (
          <>
            <Group grow align="start">
              <AgeAndSexFields {...facts} />
            </Group>
            <GuardianField {...facts} adults={adults} />
          </>
        )}
        {correct.isError && (
          <FailureNotice text={errorText(correct.error, `Failed to save ${person.toLowerCase()} details`)} />
        )}
        <FormButtons
          submit={`Save ${person}`}
          waiting="Saving..."
          busy={correct.isPending || question.isPending}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Returns the server's sentences by the fields of this form. */
function errorsByField({ born, ...fields }: NonNullable<ApiError['fields']>): Record<string, string> {
  return { ...fields, ...(born !== undefined && { age: born }) };
}
