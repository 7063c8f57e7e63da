import { Stack } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { isCalendarDay, type LocalDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useId } from 'react';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { useToday } from '../../../../../lib/browser/use-today.ts';
import { FormButtons } from '../../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../../ui/form/form-errors.ts';
import { isOfLimit } from '../../../refusal.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { RepeatSection } from '../series/repeat-section.tsx';
import { bookedTimeText, bookedWhatText } from '../times/booked-text.ts';
import { FreeStarts } from '../times/free-starts.tsx';
import { askedTime, type TimeChoices, type TimeValues } from '../times/time-choices.ts';
import { PlanFullNotice, TimeWarnings } from '../times/time-warnings.tsx';
import { PaymentFields, WhoAndWhenFields } from './booking-fields.tsx';
import { BookingRefusal } from './booking-refusal.tsx';
import { bookingBody } from './booking-values.ts';
import { useBookingForm } from './use-booking-form.ts';

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
  const { businessType, newTitle, create: createText } = useAppointmentWording();
  const id = useId();
  const form = useBookingForm({ id, preset, onDone });
  const { fields, choices, dates, create, series } = form;
  const { values, setValues } = fields;
  const today = useToday();
  const asked = askedTime(values, choices, { hasDoctor: businessType === 'doctor' });
  const body = bookingBody(values, choices, businessType);
  const handleSubmit = fields.onSubmit(
    () => form.send(values),
    () => focusFirstError(id),
  );
  return (
    <form id={id} onSubmit={handleSubmit} noValidate aria-label={newTitle}>
      <Stack gap="sm">
        {!isOfLimit(create.error) && <PlanFullNotice asked={asked} onLeave={onLeave} />}
        <WhoAndWhenFields fields={fields} choices={choices} />
        <FreeStarts values={values} choices={choices} onPick={form.fill} onTime={setValues} />
        {dates === null && <TimeWarnings asked={asked} />}
        <RepeatSection first={firstOf(body)} onChange={form.setDates} />
        <PaymentFields fields={fields} choices={form.booked} isSeries={dates !== null} />
        <BookingRefusal form={form} body={body} onLeave={onLeave} />
        <FormButtons
          submit={
            dates
              ? `Create ${formatCount(dates.length)} ${capitalise(wording[businessType].bookings)}`
              : createText
          }
          {...(!dates && businessType === 'turf' && { what: bookedText(values, form.booked, today) })}
          waiting="Creating..."
          busy={create.isPending || series.isPending}
          empty={dates?.length === 0}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Formats what a turf's form books: `Fri 27, 7:00–9:00 pm · Ground 1 · ₹2,400`. */
function bookedText({ date, time }: TimeValues, choices: TimeChoices, today: LocalDate): string {
  if (!isCalendarDay(date) || choices.endTime === undefined) return '';
  const of = { businessType: 'turf', today } as const;
  const parts = [bookedTimeText({ date, time: time.slice(0, 5) }, choices, of), bookedWhatText(choices, of)];
  return parts.filter(Boolean).join(' · ');
}

/** Returns the values that the dates of a series share with the first one. */
function firstOf(body: ReturnType<typeof bookingBody>) {
  const { date, time, doctor, resourceId, serviceId, duration, size } = body;
  return { date, time, doctor, resourceId, serviceId, duration, size };
}
