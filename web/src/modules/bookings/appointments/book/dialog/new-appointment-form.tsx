import { Stack, Text } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { isCalendarDay, type LocalDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useId } from 'react';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { useToday } from '../../../../../lib/browser/use-today.ts';
import { errorText } from '../../../../../lib/api/api.ts';
import { FormButtons } from '../../../../../ui/form/form-buttons.tsx';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { isAboveDue, isOfLimit } from '../../../refusal.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { UpgradeHint } from '../../upgrade-hint.tsx';
import { AboveDueRefusal, BookingRefusal } from '../booking-refusal.tsx';
import { RepeatSection } from '../series/repeat-section.tsx';
import { bookedTimeText, bookedWhatText } from '../times/booked-text.ts';
import { FreeStarts } from '../times/free-starts.tsx';
import { isShownAtField } from '../times/refused-field.ts';
import { askedTime, type TimeChoices, type TimeValues } from '../times/time-choices.ts';
import { PlanFullNotice, TimeWarnings } from '../times/time-warnings.tsx';
import { PaymentFields, WhoAndWhenFields } from './booking-fields.tsx';
import { bookingBody } from '../model/booking-rules.ts';
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
  const { businessType, newTitle, create: createText, createFailed } = useAppointmentWording();
  const hasDoctor = businessType === 'doctor';
  const id = useId();
  const form = useBookingForm({ id, preset, onDone });
  const { values, choices, dates, create, series } = form;
  const today = useToday();
  const asked = askedTime(values, choices, { hasDoctor });
  const body = bookingBody(values, choices, businessType);
  const isAtField = isShownAtField(series.error, choices, { hasDoctorField: hasDoctor });
  const isAsked = series.isError && isAboveDue(series.error);
  return (
    <form id={id} onSubmit={form.handleSubmit} noValidate aria-label={newTitle}>
      <Stack gap="sm">
        {!isOfLimit(create.error) && <PlanFullNotice asked={asked} onLeave={onLeave} />}
        <WhoAndWhenFields form={form} />
        <FreeStarts values={values} choices={choices} onPick={form.fill} onTime={form.edit} />
        {dates === null && <TimeWarnings asked={asked} />}
        <RepeatSection first={getFirst(body)} onChange={form.setDates} />
        <PaymentFields form={form} />
        <BookingRefusal
          form={form}
          choices={choices}
          hasDoctorField={hasDoctor}
          hint="What you typed stays here."
          onPick={form.bookInstead}
          onLeave={onLeave}
        />
        {isAsked && (
          <AboveDueRefusal
            price={form.firstPrice(series.variables)}
            paise={series.variables.amount ?? 0}
            onBack={() => series.reset()}
            onTake={(above) => form.bookSeries({ ...series.variables, above })}
          />
        )}
        {series.isError && !isAtField && !isAsked && (
          <FailureNotice text={errorText(series.error, createFailed)} />
        )}
        {isOfLimit(series.error) && (
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
function getFirst(body: ReturnType<typeof bookingBody>) {
  const { date, time, doctor, resourceId, serviceId, duration, size } = body;
  return { date, time, doctor, resourceId, serviceId, duration, size };
}
