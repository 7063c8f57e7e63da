import type { Appointment } from '@samay/contract/bookings/appointments';
import type { LocalDate } from '@samay/contract/core/time';
import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { quickBookingHash } from '../../../../../lib/actions.tsx';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { useMayBook } from '../../../../../lib/session/use-may-book.ts';
import { useShortcuts } from '../../../../../lib/shortcuts.ts';
import { PartBoundary } from '../../../../../ui/feedback/part-boundary.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import classes from './quick-booking.module.css';
import { WhenFields, WhoFields } from './quick-fields.tsx';
import { type QuickForm as Form, useQuickForm } from './use-quick-form.ts';

const loadAnswers = () => loadChunk(() => import('./quick-answers.ts'));
const QuickRefusal = lazy(async () => ({ default: (await loadAnswers()).QuickRefusal }));
const QuickFacts = lazy(async () => ({ default: (await loadAnswers()).QuickFacts }));
const BookedLine = lazy(async () => ({ default: (await loadAnswers()).BookedLine }));
const nothing: ComponentType<{ form: Form }> = () => null;

/** Without its chunk there is no notice: a press says that it could not be loaded. */
const QuickNotices = lazy(async () => ({
  default: (await loadAnswers().catch(() => undefined))?.QuickNotices ?? nothing,
}));

interface QuickBookingProps {
  /** The day that the page shows; by default today. It is booked unless another one is chosen. */
  day?: LocalDate | undefined;
  onBooked?: (booked: Appointment) => void;
  /**
   * Whether the place of the latest booking is kept free from the start. Otherwise it is from the first
   * focus of the form on; either way a booking moves nothing below.
   */
  keepsRoom?: boolean;
  /** The number's field, for callers that focus it from elsewhere on the page. */
  number?: RefObject<HTMLInputElement | null>;
}

/**
 * Renders number, name and time in a line for users who may book. The other fields have their
 * defaults.
 */
export function QuickBooking(props: QuickBookingProps) {
  return useMayBook() ? <QuickForm {...props} /> : null;
}

function QuickForm({ day, onBooked, keepsRoom = false, number: field }: QuickBookingProps) {
  const { booking } = useAppointmentWording();
  const [isActive, setActive] = useState(false);
  const id = useId();
  const ownField = useRef<HTMLInputElement>(null);
  const number = field ?? ownField;
  const form = useQuickForm({ id, number, shown: day, onBooked, loadAnswers });
  const name = useRef<HTMLInputElement>(null);
  const { booked, values } = form;
  const hasPerson = values.personContact !== '' || values.personName !== '';
  useFocusOnRequest(number);

  /** Takes number, day and next free time of the booking just made for another one of the household. */
  async function takeNumber(): Promise<void> {
    if (booked?.personContact == null) return;
    // They have shown the booking.
    const { sameNumberChange } = await loadAnswers();
    form.edit(sameNumberChange(values, booked));
    name.current?.focus();
  }

  /** Opens the form on a phone, and loads its answers, which also say that the network failed. */
  function handleFocus(): void {
    setActive(true);
    void loadAnswers().catch(() => undefined);
  }

  return (
    <section
      aria-label={`Quick ${booking}`}
      className={classes.quick}
      data-active={isActive || undefined}
      data-roomy={keepsRoom || undefined}
      onFocus={handleFocus}
    >
      <form id={id} onSubmit={form.handleSubmit} noValidate className={classes.form}>
        <WhoFields form={form} number={number} name={name} onRecall={() => void takeNumber()} />
        <WhenFields form={form} />
        {form.hasFacts && (
          <PartBoundary onGiveUp={() => form.setFacts(null)}>
            <QuickFacts form={form} />
          </PartBoundary>
        )}
      </form>
      <div className={classes.answers}>
        {hasPerson && !form.create.isError && (
          <Suspense>
            <QuickNotices form={form} />
          </Suspense>
        )}
        {(form.create.isError || form.isUnsent || form.isMissing) && (
          <PartBoundary onGiveUp={form.forgive}>
            <QuickRefusal form={form} />
          </PartBoundary>
        )}
        <div role="status" className={classes.last}>
          {booked && (
            <PartBoundary onGiveUp={() => undefined}>
              <BookedLine key={booked.id} booked={booked} onSameNumber={() => void takeNumber()} />
            </PartBoundary>
          )}
        </div>
      </div>
    </section>
  );
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
