import { Autocomplete, type AutocompleteProps, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Slot } from '@samay/contract/core/alternatives';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { ApiError, errorText } from '../../../../../lib/api/api.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { inDialog } from '../../../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../../../ui/form/amount-input.tsx';
import { DayInput } from '../../../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../../ui/form/form-errors.ts';
import { resourceNamed } from '../../../resource-choices.ts';
import { doctorNames } from '../../../api.ts';
import { EmailInput } from '../email-input.tsx';
import { MethodSelect } from '../../payment/payment-inputs.tsx';
import { RepeatSection } from '../series/repeat-section.tsx';
import type { ChosenDates } from '../series/series-dates.tsx';
import { useCreateSeries } from '../series/use-create-series.ts';
import { alternativesIn } from '../../../refusal.ts';
import { TakenNotice } from '../../../taken-notice.tsx';
import { FreeStarts } from '../times/free-starts.tsx';
import { isSaidBesideField } from '../times/refused-field.ts';
import { askedTime, isSameTime, partOf, type TimeChoices, type TimeValues } from '../times/time-choices.ts';
import { hintBelow, ResourceSelect, ServiceSelect, TimeInput } from '../times/time-fields.tsx';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { PlanFullNotice, TimeWarnings } from '../times/time-warnings.tsx';
import { UpgradeHint } from '../../upgrade-hint.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { draftOf, forgetDraft, keepDraft } from './booking-draft.ts';
import { bookingBody, bookingErrors, type BookingValues, emptyBooking } from './booking-values.ts';
import { useCreateAppointment } from '../use-create-appointment.ts';

interface NewAppointmentFormProps {
  preset: BookingPreset | undefined;
  onDone: () => void;
  /** Called before a link leads to another page. The draft is kept. */
  onLeave: () => void;
  onCancel: () => void;
}

/**
 * Renders the form for a new booking. The typed values survive every failure, including the end of
 * the session. Errors appear above the buttons and at their fields.
 */
export function NewAppointmentForm({ preset, onDone, onLeave, onCancel }: NewAppointmentFormProps) {
  const { person, businessType, newTitle, create: createText, createFailed } = useAppointmentWording();
  const { user } = useSession();
  const choicesOf = useTimeChoices();
  const form = useForm<BookingValues>({
    initialValues: draftOf(user.id) ?? emptyBooking(preset),
    validate: (values) => bookingErrors(values, choicesOf(values), businessType),
    onValuesChange: (values) =>
      JSON.stringify(values) === JSON.stringify(emptyBooking(preset))
        ? forgetDraft()
        : keepDraft(user.id, values),
  });
  const create = useCreateAppointment();
  const [tried, setTried] = useState<TimeValues>();
  const isDoctor = businessType === 'doctor';
  const { values } = form;
  const choices = choicesOf(values);
  const asked = askedTime(values, choices, { hasDoctor: isDoctor });
  const id = useId();
  const body = bookingBody(values, choices, businessType);
  const [dates, setDates] = useState<ChosenDates | null>(null);
  const series = useCreateSeries();
  const isBesideField = (error: unknown) => isSaidBesideField(error, choices, { hasDoctorField: isDoctor });
  // A refusal is void as soon as another time is chosen.
  const taken = tried && isSameTime(tried, values) ? alternativesIn(create.error) : undefined;

  const handleSubmit = form.onSubmit(
    () => send(values),
    () => focusFirstError(id),
  );

  function send(sent: BookingValues, overbookedReason?: string): void {
    // Passes the callbacks to `mutate` and not to the hook: they must not run after this form was
    // unmounted.
    if (create.isPending || series.isPending) return;
    setTried(sent);
    const booking = bookingBody(sent, choicesOf(sent), businessType);
    if (dates) {
      const { date: _, time: __, ...shared } = booking;
      if (dates.length > 0)
        series.mutate({ ...shared, occurrences: dates }, { onSuccess: onDone, onError: showFields });
      return;
    }
    create.mutate(
      { ...booking, ...(overbookedReason !== undefined && { overbookedReason }) },
      { onSuccess: onDone, onError: showFields },
    );
  }

  function at({ date, time, resourceId }: Slot): BookingValues {
    return { ...values, date, time, resourceId, ...(isDoctor && { doctor: null }) };
  }

  /**
   * Fills in a start. The court stays open if any whole one would do: the server takes the first
   * free one.
   */
  function fill(slot: Slot): void {
    form.setValues({
      ...at(slot),
      ...(!isDoctor && choices.isAny && { resourceId: partOf(slot, choices)?.id ?? null }),
    });
  }

  function bookInstead(slot: Slot): void {
    form.setValues(at(slot));
    if (form.validate().hasErrors) focusFirstError(id);
    else send(at(slot));
  }

  function showFields(error: unknown): void {
    if (!(error instanceof ApiError) || !error.fields) return;
    form.setErrors(error.fields);
    focusFirstError(id);
  }

  return (
    <form id={id} onSubmit={handleSubmit} noValidate aria-label={newTitle}>
      <Stack gap="sm">
        {!isOfLimit(create.error) && <PlanFullNotice asked={asked} onLeave={onLeave} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput
            label={`${person} Name`}
            required
            maxLength={120}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('personName')}
          />
          <TextInput
            label="Contact (optional)"
            type="tel"
            autoComplete="off"
            {...form.getInputProps('personContact')}
          />
          <EmailInput contact={values.personContact} {...form.getInputProps('personEmail')} />
          <ServiceSelect choices={choices} error={form.errors['serviceId']} onChange={form.setValues} />
          {isDoctor ? (
            <DoctorInput
              resources={choices.resources}
              value={choices.doctor}
              description={unkeptHint(choices)}
              error={form.errors['doctor'] ?? form.errors['resourceId']}
              onChange={(doctor) => form.setValues({ doctor, resourceId: null })}
            />
          ) : (
            <ResourceSelect
              choices={choices}
              label="Court"
              any="Any free court"
              error={form.errors['resourceId']}
              onChange={form.setValues}
            />
          )}
          <DayInput
            label="Date"
            value={values.date}
            error={form.errors['date']}
            onChange={(date) => form.setFieldValue('date', date)}
          />
          <TimeInput
            label="Time"
            choices={choices}
            values={values}
            errors={form.errors}
            onChange={form.setValues}
          />
        </SimpleGrid>
        <FreeStarts values={values} choices={choices} onPick={fill} onTime={form.setValues} />
        {dates === null && <TimeWarnings asked={asked} />}
        <RepeatSection first={firstOf(body)} onChange={setDates} />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="sm">
          <AmountInput
            label="Amount (optional)"
            inputWrapperOrder={hintBelow}
            description={
              dates
                ? `For the first ${wording[businessType].booking}`
                : choices.price !== null && `Price ${formatRupees(choices.price)}`
            }
            {...form.getInputProps('amount')}
          />
          <MethodSelect label="Payment Method (optional)" {...form.getInputProps('paymentMethod')} />
          <TextInput label="Payment ID (optional)" autoComplete="off" {...form.getInputProps('paymentId')} />
        </SimpleGrid>
        {taken && (
          <TakenNotice
            verb="Book"
            text={errorText(create.error, createFailed)}
            refused={body}
            alternatives={taken}
            busy={create.isPending}
            onPick={bookInstead}
            onOverbook={(reason) => send(values, reason)}
          />
        )}
        {create.isError && !alternativesIn(create.error) && !isBesideField(create.error) && (
          <FailureNotice text={errorText(create.error, createFailed)} />
        )}
        {series.isError && !isBesideField(series.error) && (
          <FailureNotice text={errorText(series.error, createFailed)} />
        )}
        {isOfLimit(create.error ?? series.error) && (
          <Text size="sm">
            <UpgradeHint purpose="book more" onLeave={onLeave} />
          </Text>
        )}
        <FormButtons
          submit={
            dates
              ? `Create ${formatCount(dates.length)} ${capitalise(wording[businessType].bookings)}`
              : createText
          }
          waiting="Creating..."
          busy={create.isPending || series.isPending}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Returns the values that the dates of a series share with the first one. */
function firstOf({ date, time, doctor, resourceId, serviceId, duration }: ReturnType<typeof bookingBody>) {
  return { date, time, doctor, resourceId, serviceId, duration };
}

function isOfLimit(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'plan.limit_reached';
}

/** Returns the hint that the typed name reserves no doctor's time. */
function unkeptHint({ resources, resource, doctor, isAny }: TimeChoices): string | false {
  if (resource || resources.length === 0 || doctor.trim() === '') return false;
  return isAny ? 'Choose a doctor to keep the time for them.' : 'Not one of your doctors: no time is kept.';
}

interface DoctorInputProps extends AutocompleteProps {
  resources: readonly { readonly name: string }[];
}

/**
 * Renders a doctor's name as free text with suggestions: all doctors of the business on focus, the
 * matching ones while typing.
 */
function DoctorInput({ resources, onFocus, ...props }: DoctorInputProps) {
  const { data } = useQuery(doctorNames());
  const [isTyping, setTyping] = useState(false);
  const known = resources.map(({ name }) => name);
  const others = (data?.names ?? []).filter((name) => !resourceNamed(resources, name));
  return (
    <Autocomplete
      label="Doctor Name"
      required
      inputWrapperOrder={hintBelow}
      comboboxProps={inDialog}
      data={[...new Set([...known, ...others])]}
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
