import { useForm } from '@mantine/form';
import type { Slot } from '@samay/contract/core/alternatives';
import { useState } from 'react';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { ApiError } from '../../../../../lib/api/api.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { focusFirstError } from '../../../../../ui/form/form-errors.ts';
import { alternativesIn } from '../../../refusal.ts';
import { useAppointmentWording } from '../../../wording.ts';
import type { ChosenDates } from '../series/series-dates.tsx';
import { useCreateSeries } from '../series/use-create-series.ts';
import { isSameTime, type TimeValues } from '../times/time-choices.ts';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { isUnanswered } from '../unanswered.ts';
import { type CreateRequest, useCreateAppointment } from '../use-create-appointment.ts';
import { useCourtAt } from './use-court-at.ts';
import { bookingDraft } from './booking-draft.ts';
import { useCreatedToast } from './use-created-toast.ts';
import { bookingBody, bookingErrors, type BookingValues, emptyBooking } from './booking-values.ts';

interface BookingFormOptions {
  /** The id of the form's element. */
  id: string;
  preset: BookingPreset | undefined;
  onDone: () => void;
}

/** A request, and the fields that it was made from. */
interface Sent extends CreateRequest {
  readonly values: BookingValues;
}

export type BookingForm = ReturnType<typeof useBookingForm>;

/** Holds the values of the New Appointment form, kept as a draft, and books one date or several. */
export function useBookingForm({ id, preset, onDone }: BookingFormOptions) {
  const { fields, choicesOf, keyRef } = useFields(preset);
  const { businessType } = useAppointmentWording();
  const isDoctor = businessType === 'doctor';
  const create = useCreateAppointment({ keyRef, onCreated: useCreatedToast() });
  const series = useCreateSeries();
  const [dates, setDates] = useState<ChosenDates | null>(null);
  const [tried, setTried] = useState<TimeValues>();
  const [sent, setSent] = useState<Sent>();
  const [isAgain, setAgain] = useState(false);
  const { values } = fields;
  const choices = choicesOf(values);
  const court = useCourtAt(values, choices);
  const booked = withCourt(values, court);
  // A refusal is void as soon as another time is chosen.
  const taken = tried && isSameTime(tried, values) ? alternativesIn(create.error) : undefined;
  const isUnsent = isUnanswered(create.error) || (isAgain && create.isPending);
  const at = ({ date, time, resourceId }: Slot): BookingValues => ({
    ...values,
    date,
    time,
    resourceId,
    ...(isDoctor && { doctor: null }),
  });

  function send(wanted: BookingValues, overbookedReason?: string): void {
    // Passes the callbacks to `mutate` and not to the hook: they must not run after this form was
    // unmounted.
    if (create.isPending || series.isPending) return;
    setAgain(isUnsent);
    setTried(wanted);
    const named = dates ? wanted : withCourt(wanted, court);
    const booking = bookingBody(named, choicesOf(named), businessType);
    const then = { onSuccess: onDone, onError: showFields };
    if (!dates) {
      const body = { ...booking, ...(overbookedReason !== undefined && { overbookedReason }) };
      const request = { body, key: create.nextKey(), values: wanted };
      setSent(request);
      return create.mutate(request, then);
    }
    const { date: _, time: __, ...shared } = booking;
    if (dates.length > 0) series.mutate({ ...shared, occurrences: dates }, then);
  }

  /** Fills in a start. Where any court would do the field stays so, and the button names its court. */
  function fill(slot: Slot): void {
    fields.setValues({ ...at(slot), ...(!isDoctor && choices.isAny && { resourceId: null }) });
  }

  function bookInstead(slot: Slot): void {
    fields.setValues(at(slot));
    if (fields.validate().hasErrors) focusFirstError(id);
    else send(at(slot));
  }

  function showFields(error: unknown): void {
    if (!(error instanceof ApiError) || !error.fields) return;
    fields.setErrors(error.fields);
    focusFirstError(id);
  }

  /** Sends the last request again, or another one if a field was changed since. */
  function sendAgain(): void {
    if (create.isPending) return;
    setAgain(true);
    const isSame = sent && JSON.stringify(sent.values) === JSON.stringify(values);
    if (isSame) create.mutate(sent, { onSuccess: onDone, onError: showFields });
    else send(values);
  }

  const overbook = (why: string) => send(values, why);
  const requests = { create, series, taken, isUnsent, bookInstead, sendAgain, overbook };
  return { fields, choices, booked: choicesOf(booked), dates, setDates, fill, send, ...requests };
}

/** Returns the values with the court of the free start that they mean, if they name none. */
function withCourt(values: BookingValues, court: Slot | undefined): BookingValues {
  const isMeant = court?.date === values.date && court.time === values.time.slice(0, 5);
  return isMeant && values.resourceId === null ? { ...values, resourceId: court.resourceId } : values;
}

/** Holds the values of the fields, which are kept as a draft unless they are the initial ones. */
function useFields(preset: BookingPreset | undefined) {
  const { businessType } = useAppointmentWording();
  const { user } = useSession();
  const choicesOf = useTimeChoices();
  const { draftOf, keepDraft, forgetDraft } = bookingDraft(preset);
  const [draft] = useState(() => draftOf(user.id) ?? { values: emptyBooking(preset), keyRef: {} });
  const { keyRef } = draft;
  const fields = useForm<BookingValues>({
    initialValues: draft.values,
    validate: (values) => bookingErrors(values, choicesOf(values), businessType),
    onValuesChange: (values) =>
      JSON.stringify(values) === JSON.stringify(emptyBooking(preset))
        ? forgetDraft()
        : keepDraft(user.id, { values, keyRef }),
  });
  return { fields, choicesOf, keyRef };
}
