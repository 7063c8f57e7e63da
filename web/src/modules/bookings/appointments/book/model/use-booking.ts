import type { Appointment, NewAppointment } from '@samay/contract/bookings/appointments';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../../lib/api/api.ts';
import type { Draft } from '../../../../../lib/draft.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { focusFirstError } from '../../../../../ui/form/form-errors.ts';
import { alternativesIn } from '../../../refusal.ts';
import type { BookingDraft, Sent } from './booking-draft.ts';
import type { BookingValues } from './booking-values.ts';
import { isUnanswered } from './unanswered.ts';
import { useCreateAppointment } from './use-create-appointment.ts';

type Errors = Readonly<Record<string, string>>;

interface BookingOptions<Values extends BookingValues> {
  /** The id of the form's element. */
  id: string;
  draft: Draft<BookingDraft<Values>>;
  /** Returns what the form begins with where there is no draft. */
  begin: () => BookingDraft<Values>;
  /** Reports a new booking to the user. */
  onCreated: (created: Appointment, sent: Sent<Values>) => void;
  /** Called after a booking, unless the form was closed before its answer. */
  onDone?: () => void;
  /** The values after a booking, of a form that stays. */
  next?: Values;
}

export type Booking<Values extends BookingValues> = ReturnType<typeof useBooking<Values>>;

/**
 * Holds the values of a new booking, their errors and the last request: one model for every form.
 * An edit makes a refusal void; a request without an answer is sent again as it was, under its key.
 */
export function useBooking<Values extends BookingValues>(options: BookingOptions<Values>) {
  const { id, draft, begin, onCreated, onDone, next } = options;
  const { user } = useSession();
  const [first] = useState(() => draft.draftOf(user.id) ?? begin());
  const { keyRef, origin } = first;
  const [values, setValues] = useState(first.values);
  const [errors, setErrors] = useState<Errors>({});
  const [sent, setSent] = useState(first.sent);
  const [isRestored, setRestored] = useState(first.sent !== null);
  const [isAgain, setAgain] = useState(false);
  const isDone = useRef(false);
  const create = useCreateAppointment<Sent<Values>>({ keyRef, onCreated: handleCreated });
  const isUnsent = isRestored || isUnanswered(create.error) || (isAgain && create.isPending);
  const unsent = sent && (create.isPending || isUnsent) ? sent : null;

  function handleCreated(created: Appointment, request: Sent<Values>): void {
    // The answer may come after a change of page, or to a form that was discarded since.
    if (draft.draftOf(user.id)?.keyRef === keyRef) draft.forgetDraft();
    setAgain(false);
    if (next) {
      // Keeps later input, which belongs to the next person.
      setValues((now) => (now === request.values ? next : now));
      setErrors({});
      setSent(null);
      setRestored(false);
    } else isDone.current = true;
    onCreated(created, request);
  }

  /** Changes values; `from` are those that the change is made to. */
  function edit(change: Partial<Values>, from = (now: Values) => now): void {
    if (Object.entries(change).every(([field, value]) => values[field as keyof Values] === value)) return;
    setValues((now) => ({ ...from(now), ...change }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))));
    if (create.isPending) return;
    setSent(null);
    setRestored(false);
    if (create.isError) create.reset();
  }

  /** Shows the errors, if there are any, and focuses the first one. Returns whether there are none. */
  function check(found: Errors): boolean {
    setErrors(found);
    const isValid = Object.keys(found).length === 0;
    if (!isValid) focusFirstError(id);
    return isValid;
  }

  function send(request: Sent<Values>): void {
    if (create.isPending) return;
    setAgain(isUnsent);
    setSent(request);
    setRestored(false);
    create.mutate(request, {
      onSuccess: () => onDone?.(),
      onError: (error) => error instanceof ApiError && error.fields && check(error.fields),
    });
  }

  function book(body: NewAppointment, of: Values = values): void {
    send({ body, values: of, key: create.nextKey() });
  }

  function sendAgain(): void {
    if (sent) send(sent);
  }

  const state = { id, values, errors, create, sent, taken: alternativesIn(create.error), isUnsent };
  const keep = { unsent, keyRef, origin, isRestored, isDone, userId: user.id };
  return { ...state, edit, setValues, check, book, sendAgain, keep };
}

/**
 * Keeps the values as a draft, and the request that has no answer; `kept` are the values to keep,
 * null if nothing was typed.
 */
export function useKeptDraft<Values extends BookingValues>(
  { values, keep }: Booking<Values>,
  draft: Draft<BookingDraft<Values>>,
  kept: Values | null,
): void {
  const { unsent, keyRef, origin, isDone, userId } = keep;
  const text = JSON.stringify(kept);
  useEffect(() => {
    if (isDone.current) return;
    const to = JSON.parse(text) as Values | null;
    if (!to) return draft.forgetDraft();
    const sent = unsent?.values === values ? { ...unsent, values: to } : unsent;
    draft.keepDraft(userId, { values: to, sent, keyRef, ...(origin && { origin }) });
  }, [draft, userId, values, unsent, keyRef, origin, isDone, text]);
}
