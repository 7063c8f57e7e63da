import type { Appointment } from '@samay/contract/bookings/appointments';
import type { LocalDate } from '@samay/contract/core/time';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAppointmentWording } from '../../../wording.ts';
import { isSamePerson, quickDraft, shownQuick, type Sent } from '../model/booking-draft.ts';
import { hasFacts } from '../model/booking-values.ts';
import { useBooking, useKeptDraft } from '../model/use-booking.ts';
import { emptyQuick, isBegun, type QuickValues, type Start, valuesAt } from '../model/quick-values.ts';
import type { quickRequest } from './quick-request.ts';
import { useQuickStarts } from './use-quick-starts.ts';
import { useSuggestedDoctor } from './use-suggested-doctor.ts';
import { focusWhen } from './when-choice.tsx';

interface QuickFormOptions {
  /** The id of the form's element. */
  id: string;
  number: RefObject<HTMLInputElement | null>;
  /** The day that the page shows. */
  shown: LocalDate | undefined;
  onBooked: ((booked: Appointment) => void) | undefined;
  loadAnswers: () => Promise<{ quickRequest: typeof quickRequest }>;
}

export type QuickForm = ReturnType<typeof useQuickForm>;

/** Lays the model of a new booking out as the quick form: a start is chosen, and the form stays. */
export function useQuickForm({ id, number, shown, onBooked, loadAnswers }: QuickFormOptions) {
  const { businessType } = useAppointmentWording();
  const next = emptyQuick(businessType);
  const booking = useBooking<QuickValues>({
    id,
    draft: quickDraft,
    begin: () => ({ values: next, sent: null, keyRef: {} }),
    next,
    onCreated: handleCreated,
  });
  const { values, create, sent, taken, check } = booking;
  const [booked, setBooked] = useState<Appointment | null>(null);
  const [facts, setFacts] = useState<'pressed' | 'kept' | null>(hasFacts(values) ? 'kept' : null);
  // Whether the answers could not be loaded.
  const [isMissing, setMissing] = useState(false);
  const isChecked = useRef(false);
  const { filled, isOfPerson, isSettled, keep } = useSuggestedDoctor();
  const starts = useQuickStarts(filled(values), shown);
  const start = starts.getStart(values.when);
  useKeptDraft(booking, quickDraft, isBegun(values, businessType) ? keptValues() : null);
  useEffect(() => {
    shownQuick.empty = (origin) => {
      if (!isSamePerson(values, origin)) return;
      booking.edit(next);
      setFacts(null);
    };
  });

  /** Returns the values with the start that they mean; it stays one of the day that this page shows. */
  function keptValues(): QuickValues {
    const hasStart = values.when !== null && values.when !== 'now';
    const kept = { ...values, date: starts.day, day: hasStart ? starts.day : values.day };
    return start && !start.isNow ? valuesAt(kept, start) : kept;
  }

  function handleCreated(created: Appointment, request: Sent<QuickValues>): void {
    setBooked(created);
    setFacts(null);
    // The doctor of one person is not that of the next.
    if (businessType === 'doctor' && created.resourceId !== null && !isOfPerson(request.values))
      keep(created.resourceId);
    onBooked?.(created);
    number.current?.focus();
  }

  function edit(change: Partial<QuickValues>): void {
    // Keeps the suggested doctor from the first key on, while other bookings change who waits.
    booking.edit(change, (now) => (isSettled ? { ...now, resourceId: suggestedTo(now) } : now));
  }

  /** Returns the doctor who is suggested for anybody. */
  function suggestedTo(now: QuickValues): string | null {
    return filled({ ...now, person: null }).resourceId;
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    // Repeats the request after a lost answer: another minute would be another request.
    const { isRestored } = booking.keep;
    const isSent = sent?.values === values && (isRestored || start?.isNow || sent.body.date === start?.date);
    if (isSent && (isRestored || create.isError) && !taken) booking.sendAgain();
    else void bookAt(start);
  }

  async function bookAt(at: Start | undefined): Promise<void> {
    if (isChecked.current) return;
    isChecked.current = true;
    const answers = await loadAnswers().catch(() => undefined);
    isChecked.current = false;
    setMissing(!answers);
    if (!answers) return;
    const meant = filled(values);
    const { body, errors } = at
      ? answers.quickRequest(valuesAt(meant, at), at, starts.choicesAt(at), businessType)
      : answers.quickRequest(meant, at, starts.choices, businessType);
    if (check(errors)) booking.book(body);
    else if (Object.keys(errors).join('') === 'when') focusWhen(`${id}-when`);
  }

  /** Forgets a refusal, and that its text could not be loaded. */
  function forgive(): void {
    setMissing(false);
    create.reset();
  }

  const ofStarts = { starts, start, keep, handleSubmit, bookAt };
  return {
    ...booking,
    ...ofStarts,
    booked,
    facts,
    hasFacts: facts !== null || hasFacts(values),
    setFacts,
    isMissing,
    forgive,
    edit,
  };
}
