import { Text } from '@mantine/core';
import type { NewAppointment } from '@samay/contract/bookings/appointments';
import { errorText } from '../../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { alternativesIn, isOfLimit } from '../../../refusal.ts';
import { UnansweredNotice } from '../unanswered-notice.tsx';
import { TakenNotice } from '../../../taken-notice.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { UpgradeHint } from '../../upgrade-hint.tsx';
import { isShownAtField } from '../times/refused-field.ts';
import type { BookingForm } from './use-booking-form.ts';

interface BookingRefusalProps {
  form: BookingForm;
  body: NewAppointment;
  onLeave: () => void;
}

/** Renders why a booking or a series was refused, and what may be booked instead. */
export function BookingRefusal({ form, body, onLeave }: BookingRefusalProps) {
  const { create, series, taken, choices, isUnsent, bookInstead, sendAgain, overbook } = form;
  const { businessType, createFailed } = useAppointmentWording();
  const hasDoctorField = businessType === 'doctor';
  const isAtField = (error: unknown) => isShownAtField(error, choices, { hasDoctorField });
  return (
    <>
      {taken && (
        <TakenNotice
          verb="Book"
          text={errorText(create.error, createFailed)}
          refused={body}
          alternatives={taken}
          busy={create.isPending}
          onPick={bookInstead}
          onOverbook={overbook}
        />
      )}
      {isUnsent ? (
        <UnansweredNotice
          text={createFailed}
          hint="What you typed stays here."
          busy={create.isPending}
          onRetry={sendAgain}
        />
      ) : (
        create.isError &&
        !alternativesIn(create.error) &&
        !isAtField(create.error) && <FailureNotice text={errorText(create.error, createFailed)} />
      )}
      {series.isError && !isAtField(series.error) && (
        <FailureNotice text={errorText(series.error, createFailed)} />
      )}
      {isOfLimit(create.error ?? series.error) && (
        <Text size="sm">
          <UpgradeHint purpose="book more" onLeave={onLeave} />
        </Text>
      )}
    </>
  );
}
