import { Autocomplete, type AutocompleteProps, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, errorText } from '../../../../lib/api/api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { inDialog } from '../../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { DayInput } from '../../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { doctorNames } from '../api.ts';
import { AmountInput, MethodSelect } from '../payment/payment-inputs.tsx';
import { PlanFullNotice, TimeWarnings } from '../time-warnings.tsx';
import { UpgradeHint } from '../upgrade-hint.tsx';
import { useAppointmentWording } from '../wording.ts';
import { draftOf, forgetDraft, keepDraft } from './booking-draft.ts';
import { bookingBody, bookingErrors, type BookingValues, emptyBooking } from './booking-values.ts';
import { useCreateAppointment } from './use-create-appointment.ts';

interface NewAppointmentFormProps {
  preset: { date?: string; time?: string } | undefined;
  onDone: () => void;
  /** Goes to another page and comes back: what was typed is kept. */
  onLeave: () => void;
  onCancel: () => void;
}

/** Whatever goes wrong, what was typed stays, a lost session included: errors stand above the button and beside their fields. */
export function NewAppointmentForm({ preset, onDone, onLeave, onCancel }: NewAppointmentFormProps) {
  const { person, businessType, newTitle, create: createText, createFailed } = useAppointmentWording();
  const { user } = useSession();
  const form = useForm<BookingValues>({
    initialValues: draftOf(user.id) ?? emptyBooking(preset),
    validate: (values) => bookingErrors(values, businessType),
    onValuesChange: (values) =>
      JSON.stringify(values) === JSON.stringify(emptyBooking(preset)) ? forgetDraft() : keepDraft(user.id, values),
  });
  const create = useCreateAppointment();
  const isDoctor = businessType === 'doctor';
  const { values } = form;
  const when = { date: values.date, time: values.time, ...(isDoctor && { doctor: values.doctor }) };
  const id = useId();

  const handleSubmit = form.onSubmit(
    (sent) => {
      // Not once this form is gone: another one may stand in its place by then.
      if (!create.isPending) create.mutate(bookingBody(sent, businessType), { onSuccess: onDone, onError: showFields });
    },
    () => focusFirstError(id),
  );

  function showFields(error: unknown): void {
    if (!(error instanceof ApiError) || !error.fields) return;
    form.setErrors(error.fields);
    focusFirstError(id);
  }

  return (
    <form id={id} onSubmit={handleSubmit} noValidate aria-label={newTitle}>
      <Stack gap="md">
        {!isOfLimit(create.error) && <PlanFullNotice {...when} onLeave={onLeave} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput
            label={`${person} Name`}
            required
            maxLength={120}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('personName')}
          />
          <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('personEmail')} />
          <TextInput label="Contact (optional)" type="tel" autoComplete="off" {...form.getInputProps('personContact')} />
          {isDoctor && <DoctorInput {...form.getInputProps('doctor')} />}
          <DayInput label="Date" value={values.date} error={form.errors['date']} onChange={(date) => form.setFieldValue('date', date)} />
          <TextInput label="Time" type="time" required {...form.getInputProps('time')} />
        </SimpleGrid>
        <TimeWarnings {...when} />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="sm">
          <AmountInput label="Amount (optional)" {...form.getInputProps('amount')} />
          <MethodSelect label="Payment Method (optional)" {...form.getInputProps('paymentMethod')} />
          <TextInput label="Payment ID (optional)" autoComplete="off" {...form.getInputProps('paymentId')} />
        </SimpleGrid>
        {create.isError && <FailureNotice text={errorText(create.error, createFailed)} />}
        {isOfLimit(create.error) && (
          <Text size="sm">
            <UpgradeHint purpose="book more" onLeave={onLeave} />
          </Text>
        )}
        <FormButtons submit={createText} waiting="Creating..." busy={create.isPending} onClose={onCancel} />
      </Stack>
    </form>
  );
}

function isOfLimit(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'plan.limit_reached';
}

/** A doctor's name, free text: suggests all of the business's doctors whatever stands in it, and those that match once somebody types. */
function DoctorInput({ onFocus, ...props }: AutocompleteProps) {
  const { data } = useQuery(doctorNames());
  const [isTyping, setTyping] = useState(false);
  return (
    <Autocomplete
      label="Doctor Name"
      required
      comboboxProps={inDialog}
      data={data?.names ?? []}
      {...(!isTyping && { filter: ({ options }) => options })}
      {...props}
      onInput={() => setTyping(true)}
      onOptionSubmit={() => setTyping(false)}
      onFocus={(event) => {
        setTyping(false);
        event.currentTarget.select();
        onFocus?.(event);
      }}
    />
  );
}
