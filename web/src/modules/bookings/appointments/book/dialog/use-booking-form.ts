import type { createSeries } from '@samay/contract/bookings/series';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { type FormEvent, useState } from 'react';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { ApiError } from '../../../../../lib/api/api.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { beginBooking } from './begin-booking.ts';
import { bookingDraft, emptyQuickForm } from './booking-drafts.ts';
import { bookingBody, bookingErrors } from '../model/booking-rules.ts';
import type { BookingValues } from '../model/booking-values.ts';
import { useBooking, useKeptDraft } from '../model/use-booking.ts';
import type { ChosenDates } from '../series/series-dates.tsx';
import { useCreateSeries } from '../series/use-create-series.ts';
import { useTimeChoices } from '../times/use-time-choices.ts';
import { useCourtAt } from './use-court-at.ts';
import { useCreatedToast } from './use-created-toast.ts';

interface BookingFormOptions {
  /** The id of the form's element. */
  id: string;
  preset: BookingPreset | undefined;
  onDone: () => void;
}

export type BookingForm = ReturnType<typeof useBookingForm>;

/** Lays the model of a new booking out as a form with every field, and books one date or several. */
export function useBookingForm({ id, preset, onDone }: BookingFormOptions) {
  const { businessType } = useAppointmentWording();
  const isDoctor = businessType === 'doctor';
  const { user } = useSession();
  const getChoices = useTimeChoices();
  const tell = useCreatedToast();
  const draft = bookingDraft(preset);
  const [first] = useState(() => beginBooking(user.id, preset));
  const booking = useBooking<BookingValues>({
    id,
    draft,
    begin: () => first,
    onCreated(created) {
      if (origin) emptyQuickForm(user.id, origin);
      tell(created);
    },
    onDone,
  });
  const { values, create, check, book, keep } = booking;
  const { origin } = keep;
  const isTyped = JSON.stringify(values) !== JSON.stringify(first.values);
  useKeptDraft(booking, draft, isTyped ? values : null);
  const series = useCreateSeries();
  const [dates, setDates] = useState<ChosenDates | null>(null);
  const choices = getChoices(values);
  const court = useCourtAt(values, choices);
  const booked = withCourt(values, court);
  const at = ({ date, time, resourceId }: Slot) => ({
    date,
    time,
    resourceId,
    ...(isDoctor && { doctor: null }),
  });

  function edit(change: Partial<BookingValues>): void {
    booking.edit(change);
    if (series.isError) series.reset();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    send(values);
  }

  function send(wanted: BookingValues): void {
    if (create.isPending || series.isPending) return;
    if (!check(bookingErrors(wanted, getChoices(wanted), businessType))) return;
    const named = dates ? wanted : withCourt(wanted, court);
    const body = bookingBody(named, getChoices(named), businessType);
    if (!dates) return book(body, wanted);
    const { date: _, time: __, ...shared } = body;
    if (dates.length === 0) return;
    bookSeries({ ...shared, occurrences: dates });
  }

  function bookSeries(body: BodyInput<typeof createSeries>): void {
    if (series.isPending) return;
    // Passes the callbacks to `mutate` and not to the hook: they must not run after this form was
    // unmounted.
    series.mutate(body, {
      onSuccess() {
        if (origin) emptyQuickForm(user.id, origin);
        onDone();
      },
      onError: (error) => error instanceof ApiError && error.fields && check(error.fields),
    });
  }

  /** Returns the price of the first date of a series, with which its money is taken; null where it is not known. */
  function firstPrice({ occurrences }: BodyInput<typeof createSeries>): number | null {
    const [first] = occurrences.toSorted((one, other) =>
      `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`),
    );
    return getChoices({ ...values, ...first, resourceId: first?.resourceId ?? values.resourceId }).price;
  }

  /** Fills in a start. Where any court would do the field stays so, and the button names its court. */
  function fill(slot: Slot): void {
    edit({ ...at(slot), ...(!isDoctor && choices.isAny && { resourceId: null }) });
  }

  function bookInstead(slot: Slot): void {
    const instead = { ...values, ...at(slot) };
    booking.setValues(instead);
    send(instead);
  }

  /** Returns the properties of a field that holds a text. */
  function textProps(field: 'amount' | 'paymentId' | 'personEmail') {
    return {
      value: values[field],
      error: booking.errors[field],
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        edit({ [field]: event.currentTarget.value }),
    };
  }

  const shown = { choices, booked: getChoices(booked), dates, setDates, series, bookSeries, firstPrice };
  return { ...booking, ...shown, edit, fill, textProps, handleSubmit, bookInstead };
}

/** Returns the values with the court of the free start that they mean, if they name none. */
function withCourt(values: BookingValues, court: Slot | undefined): BookingValues {
  const isMeant = court?.date === values.date && court.time === values.time.slice(0, 5);
  return isMeant && values.resourceId === null ? { ...values, resourceId: court.resourceId } : values;
}
