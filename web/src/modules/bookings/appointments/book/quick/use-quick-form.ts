import type { Appointment, NewAppointment } from '@samay/contract/bookings/appointments';
import type { LocalDate } from '@samay/contract/core/time';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { ApiError } from '../../../../../lib/api/api.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { focusFirstError } from '../../../../../ui/form/form-errors.ts';
import { alternativesIn } from '../../../refusal.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { isUnanswered } from '../unanswered.ts';
import { useCreateAppointment } from '../use-create-appointment.ts';
import { draftOf, forgetDraft, keepDraft } from './quick-draft.ts';
import {
  emptyQuick,
  quickBody,
  type QuickErrors,
  quickErrors,
  type QuickValues,
  type Sent,
  type Start,
} from './quick-values.ts';
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
}

export type QuickForm = ReturnType<typeof useQuickForm>;

/** Holds the values of the quick form, kept as a draft, its starts and its last request, and books. */
export function useQuickForm({ id, number, shown, onBooked }: QuickFormOptions) {
  const { businessType } = useAppointmentWording();
  const { user } = useSession();
  const [draft] = useState(
    () => draftOf(user.id) ?? { values: emptyQuick(businessType), sent: null, keyRef: {} },
  );
  const { keyRef } = draft;
  const [values, setValues] = useState(draft.values);
  const [errors, setErrors] = useState<QuickErrors>({});
  const [booked, setBooked] = useState<Appointment | null>(null);
  const [sent, setSent] = useState(draft.sent);
  const [isRestored, setRestored] = useState(draft.sent !== null);
  const [isAgain, setAgain] = useState(false);
  const { filled, isOfPerson, isSettled, keep } = useSuggestedDoctor();
  const starts = useQuickStarts(filled(values), shown);
  const create = useCreateAppointment({ keyRef, onCreated: handleCreated });
  const start = starts.startOf(values.when);
  const taken = alternativesIn(create.error);
  const isUnsent = isRestored || isUnanswered(create.error) || (isAgain && create.isPending);
  useEffect(() => {
    if (values.contact === '' && values.name === '') forgetDraft();
    else {
      // A chosen start stays one of the day that this page shows.
      const hasStart = values.when !== null && values.when !== 'now';
      const kept = { ...values, day: hasStart ? starts.day : values.day };
      const unsent = sent && (create.isPending || isUnsent) ? sent : null;
      const isOfValues = unsent?.values === values;
      keepDraft(user.id, { values: kept, sent: isOfValues ? { ...unsent, values: kept } : unsent, keyRef });
    }
  }, [user.id, values, sent, keyRef, create.isPending, isUnsent, starts.day]);

  function handleCreated(created: Appointment): void {
    // The answer may come after a change of page.
    forgetDraft();
    setAgain(false);
    setBooked(created);
    // The doctor of one person is not that of the next.
    const isTheirs = sent !== null && isOfPerson(sent.values);
    if (businessType === 'doctor' && created.resourceId !== null && !isTheirs) keep(created.resourceId);
    // Keeps later input, which belongs to the next person.
    setValues((now) => (now === sent?.values ? emptyQuick(businessType) : now));
    setErrors({});
    setSent(null);
    onBooked?.(created);
    number.current?.focus();
  }

  function edit(change: Partial<QuickValues>): void {
    // Keeps the suggested doctor from the first key on, while other bookings change who waits.
    setValues((now) => ({ ...(isSettled ? { ...now, resourceId: suggestedTo(now) } : now), ...change }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))));
    if (create.isPending) return;
    setSent(null);
    setRestored(false);
    if (create.isError) create.reset();
  }

  /** Returns the doctor who is suggested for anybody. */
  function suggestedTo(now: QuickValues): string | null {
    return filled({ ...now, person: null }).resourceId;
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const found = quickErrors(values, start !== undefined);
    setErrors(found);
    if (found.contact ?? found.name) return focusFirstError(id);
    if (!start) return focusWhen(`${id}-when`);
    // Repeats the request after a lost answer: another minute would be another request.
    const isSent = sent?.values === values && (isRestored || start.isNow || sent.start.date === start.date);
    if (isSent && (isRestored || create.isError) && !taken) return send(sent);
    book(start);
  }

  function book(at: Start, more: Pick<NewAppointment, 'overbookedReason'> = {}): void {
    const body = { ...quickBody(filled(values), at, starts.choicesAt(at), businessType), ...more };
    send({ start: at, body, values, key: create.nextKey() });
  }

  function send(request: Sent): void {
    if (create.isPending) return;
    setAgain(isUnsent);
    setSent(request);
    setRestored(false);
    create.mutate(request, { onError: showFields });
  }

  function showFields(error: unknown): void {
    if (!(error instanceof ApiError) || !error.fields) return;
    setErrors(errorsByField(error.fields));
    focusFirstError(id);
  }

  function sendAgain(): void {
    if (sent) send(sent);
  }

  const requests = { booked, sent, create, taken, isUnsent, handleSubmit, book, sendAgain };
  return { id, values, errors, edit, keep, starts, start, ...requests };
}

/** Returns the server's sentences by the fields of this form, which has no field for an email. */
function errorsByField(fields: NonNullable<ApiError['fields']>): QuickErrors {
  const { personContact, personName, personEmail, serviceId, doctor } = fields;
  const contact = personContact ?? personEmail;
  const resourceId = fields['resourceId'] ?? doctor;
  return {
    ...(contact !== undefined && { contact }),
    ...(personName !== undefined && { name: personName }),
    ...(serviceId !== undefined && { serviceId }),
    ...(resourceId !== undefined && { resourceId }),
  };
}
