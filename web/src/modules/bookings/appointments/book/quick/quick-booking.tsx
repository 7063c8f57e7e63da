import { Button, Text } from '@mantine/core';
import type { Appointment, NewAppointment } from '@samay/contract/bookings/appointments';
import type { FoundPerson } from '@samay/contract/bookings/people';
import type { Slot } from '@samay/contract/core/alternatives';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { formatTime } from '@samay/contract/core/time';
import { type FormEvent, lazy, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { quickBookingHash } from '../../../../../lib/actions.tsx';
import { ApiError, errorText } from '../../../../../lib/api/api.ts';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { useMayBook } from '../../../../../lib/session/use-may-book.ts';
import { useShortcuts } from '../../../../../lib/shortcuts.ts';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { PartBoundary } from '../../../../../ui/feedback/part-boundary.tsx';
import { focusFirstError } from '../../../../../ui/form/form-errors.ts';
import { NativeChoice } from '../../../../../ui/form/native-choice.tsx';
import { alternativesIn } from '../../../refusal.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { useCreateAppointment } from '../use-create-appointment.ts';
import { isSaidBesideField } from '../times/refused-field.ts';
import { partNameOf } from '../times/time-choices.ts';
import { UpgradeHint } from '../../upgrade-hint.tsx';
import { BookedLine } from './booked-line.tsx';
import { PersonField, visitText } from './person-field.tsx';
import classes from './quick-booking.module.css';
import {
  emptyQuick,
  personChange,
  quickBody,
  type QuickErrors,
  quickErrors,
  type QuickValues,
  type Start,
} from './quick-values.ts';
import { useKeptDoctor } from './use-kept-doctor.ts';
import { useQuickStarts } from './use-quick-starts.ts';
import { focusWhen, WhenChoice } from './when-choice.tsx';

const TakenNotice = lazy(async () => ({
  default: (await loadChunk(() => import('../../../taken-notice.tsx'))).TakenNotice,
}));

interface QuickBookingProps {
  onBooked?: (booked: Appointment) => void;
  /** The number's field, for callers that focus it from elsewhere on the page. */
  number?: RefObject<HTMLInputElement | null>;
}

/**
 * Renders number, name and time in a line for users who may book. The other fields have their
 * specified defaults.
 */
export function QuickBooking(props: QuickBookingProps) {
  return useMayBook() ? <QuickForm {...props} /> : null;
}

/** The last request, and the fields that it was made from. */
interface Sent {
  readonly body: NewAppointment;
  readonly start: Start;
  readonly values: QuickValues;
}

function QuickForm({ onBooked, number: field }: QuickBookingProps) {
  const { businessType, booking, createFailed, person } = useAppointmentWording();
  const isDoctor = businessType === 'doctor';
  const [values, setValues] = useState(() => emptyQuick(businessType));
  const [errors, setErrors] = useState<QuickErrors>({});
  const [booked, setBooked] = useState<Appointment | null>(null);
  const [isActive, setActive] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const id = useId();
  const ownField = useRef<HTMLInputElement>(null);
  const number = field ?? ownField;
  const { filled, keep } = useKeptDoctor();
  const { choices, choicesAt, slots, next, startOf } = useQuickStarts(filled(values));
  const create = useCreateAppointment({ onCreated: handleCreated });
  const start = startOf(values.when);
  const taken = alternativesIn(create.error);

  useFocusOnRequest(number);

  function handleCreated(created: Appointment): void {
    setBooked(created);
    // Keeps later input, which belongs to the next person.
    setValues((now) => (now === sent?.values ? emptyQuick(businessType) : now));
    setErrors({});
    setSent(null);
    onBooked?.(created);
    number.current?.focus();
  }

  function edit(change: Partial<QuickValues>): void {
    setValues((now) => ({ ...now, ...change }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))));
    if (create.isPending) return;
    setSent(null);
    if (create.isError) create.reset();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const found = quickErrors(values, start !== undefined);
    setErrors(found);
    if (found.contact ?? found.name) return focusFirstError(id);
    if (!start) return focusWhen(`${id}-when`);
    // Repeats the request after a lost answer: another minute would be another request.
    if (sent && create.isError && !taken) return send(sent.start, sent.body);
    book(start);
  }

  function book(at: Start, more: Pick<NewAppointment, 'overbookedReason'> = {}): void {
    send(at, { ...quickBody(filled(values), at, choicesAt(at), businessType), ...more });
  }

  function send(at: Start, body: NewAppointment): void {
    if (create.isPending) return;
    setSent({ start: at, body, values });
    create.mutate(body, { onError: showFields });
  }

  function showFields(error: unknown): void {
    if (!(error instanceof ApiError) || !error.fields) return;
    const { personContact, personName, personEmail, serviceId, doctor } = error.fields;
    const contact = personContact ?? personEmail;
    const resourceId = error.fields['resourceId'] ?? doctor;
    setErrors({
      ...(contact !== undefined && { contact }),
      ...(personName !== undefined && { name: personName }),
      ...(serviceId !== undefined && { serviceId }),
      ...(resourceId !== undefined && { resourceId }),
    });
    focusFirstError(id);
  }

  return (
    <section
      aria-label={`Quick ${booking}`}
      className={classes.quick}
      data-active={isActive || undefined}
      onFocus={() => setActive(true)}
    >
      <form id={id} onSubmit={handleSubmit} noValidate className={classes.form}>
        <div className={classes.who}>
          <PersonField
            ref={number}
            type="tel"
            label="Phone number"
            maxLength={40}
            isAwaited={values.name === ''}
            value={values.contact}
            error={errors.contact}
            onChange={(contact) => edit({ contact, person: null })}
            onPick={handlePick}
          />
          <PersonField
            type="text"
            label={`${person} name`}
            maxLength={120}
            isAwaited={false}
            value={values.name}
            error={errors.name}
            onChange={(name) => edit({ name, person: null })}
            onPick={handlePick}
          />
          {choices.services.length > 1 && (
            <NativeChoice
              label="Service"
              data={choices.services.map((service) => ({ value: service.id, label: service.name }))}
              value={choices.service?.id ?? ''}
              error={errors.serviceId}
              onChange={(serviceId) => edit({ serviceId })}
            />
          )}
          {choices.resources.length > 1 && (
            <NativeChoice
              label={isDoctor ? 'Doctor' : 'Court'}
              data={[
                ...(isDoctor
                  ? [{ value: '', label: defaultDoctor }]
                  : [{ value: '', label: 'Any free court' }]),
                ...choices.resources.map((resource) => ({ value: resource.id, label: resource.name })),
              ]}
              value={choices.resource?.id ?? ''}
              error={errors.resourceId}
              onChange={handleResource}
            />
          )}
        </div>
        <div className={classes.when}>
          {values.person && (
            <span
              className={classes.visit}
              title={visitText(values.person)}
              data-booked={Boolean(values.person.nextVisit) || undefined}
            >
              {visitText(values.person)}
            </span>
          )}
          <WhenChoice
            id={`${id}-when`}
            value={values.when}
            next={next}
            slots={slots}
            partNameOf={partNameOf(choices)}
            error={errors.when}
            onChange={(when) => edit({ when })}
          />
          <Button type="submit" loading={create.isPending} className={classes.submit ?? ''}>
            {start ? `Book ${start.isNow ? 'now' : formatTime(start.time)}` : 'Book'}
          </Button>
        </div>
      </form>
      {sent && taken && (
        <PartBoundary onGiveUp={() => create.reset()}>
          <TakenNotice
            verb="Book"
            text={errorText(create.error, createFailed)}
            refused={sent.body}
            alternatives={taken}
            busy={create.isPending}
            onPick={(slot: Slot) => book({ ...slot, isNow: false })}
            onOverbook={(overbookedReason: string) => book(sent.start, { overbookedReason })}
          />
        </PartBoundary>
      )}
      {create.isError && !taken && !isSaidBesideField(create.error, choices) && (
        <FailureNotice text={errorText(create.error, createFailed)} />
      )}
      {create.error instanceof ApiError && create.error.code === 'plan.limit_reached' && (
        <Text size="sm">
          <UpgradeHint purpose="book more" />
        </Text>
      )}
      <BookedLine booked={booked} />
    </section>
  );

  function handlePick(found: FoundPerson): void {
    edit(personChange(found));
    focusWhen(`${id}-when`);
  }

  /**
   * Sets the doctor or court. No particular doctor is the specified text; no particular court is
   * the first free one.
   */
  function handleResource(chosen: string): void {
    const isNone = chosen === '';
    if (isDoctor) keep(chosen);
    edit({
      resourceId: isNone ? null : chosen,
      doctor: isNone && isDoctor ? defaultDoctor : null,
      ...(values.when !== 'now' && { when: 'next' }),
    });
  }
}

/**
 * Focuses the number when `b` is pressed anywhere on the page; from another page by the address.
 */
function useFocusOnRequest(number: { readonly current: HTMLInputElement | null }): void {
  const { booking } = useAppointmentWording();
  useShortcuts([
    { keys: 'b', name: `Quick ${booking}`, group: 'On this page', run: () => number.current?.focus() },
  ]);
  useEffect(() => {
    if (location.hash === `#${quickBookingHash}`) number.current?.focus();
  }, [number]);
}
