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
  /** Called before a link leads to another page. The draft is kept. */
  onLeave: () => void;
  onCancel: () => void;
}

/**
 * The form for a new booking. The typed values survive every failure, the end of the session included. Errors appear above the buttons and beside
 * their fields.
 */
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
      // Passed to `mutate` and not to the hook: these callbacks must not run after this form was unmounted.
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

/** A doctor's name as free text with suggestions: all doctors of the business on focus, the matching ones while typing. */
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
