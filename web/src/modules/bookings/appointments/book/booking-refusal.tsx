import { Text } from '@mantine/core';
import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { type ComponentProps, lazy } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import { isAboveDue, isOfLimit } from '../../refusal.ts';
import { useAppointmentWording } from '../../wording.ts';
import { UpgradeHint } from '../upgrade-hint.tsx';
import type { BookingValues } from './model/booking-values.ts';
import type { Booking } from './model/use-booking.ts';
import type { CreateRequest } from './model/use-create-appointment.ts';
import { isShownAtField } from './times/refused-field.ts';
import type { TimeChoices } from './times/time-choices.ts';
import { UnansweredNotice } from './unanswered-notice.tsx';

const TakenNotice = lazy(async () => ({
  default: (await loadChunk(() => import('../../taken-notice.tsx'))).TakenNotice,
}));

const AboveDue = lazy(async () => ({
  default: (await loadChunk(() => import('./above-due.tsx'))).AboveDue,
}));

interface Refused extends Pick<Booking<BookingValues>, 'isUnsent' | 'sendAgain' | 'taken'> {
  readonly create: Pick<Booking<BookingValues>['create'], 'error' | 'isError' | 'isPending' | 'reset'>;
  readonly sent: Pick<CreateRequest, 'body'> | null;
  readonly book: (body: NewAppointment) => void;
}

interface BookingRefusalProps {
  form: Refused;
  choices: TimeChoices;
  hasDoctorField?: boolean;
  /** Where the input of a request without an answer stays. */
  hint: string;
  /** Called with the start to book in place of a taken one. */
  onPick: (slot: Slot) => void;
  /** Called before a link leads to another page. */
  onLeave?: () => void;
}

/** Renders why a booking was refused, with what may be booked instead where its time is taken. */
export function BookingRefusal(props: BookingRefusalProps) {
  const { form, choices, hasDoctorField = false, hint, onPick, onLeave } = props;
  const { create, sent, taken, isUnsent, sendAgain, book } = form;
  const { createFailed } = useAppointmentWording();
  const text = errorText(create.error, createFailed);
  const isAsked = sent !== null && isAboveDue(create.error);
  if (isUnsent)
    return <UnansweredNotice text={createFailed} hint={hint} busy={create.isPending} onRetry={sendAgain} />;
  return (
    <>
      {sent && taken && (
        <PartBoundary onGiveUp={() => create.reset()}>
          <TakenNotice
            verb="Book"
            text={text}
            refused={sent.body}
            alternatives={taken}
            busy={create.isPending}
            onPick={onPick}
            onOverbook={(overbookedReason) => book({ ...sent.body, overbookedReason })}
          />
        </PartBoundary>
      )}
      {isAsked && (
        <AboveDueRefusal
          price={choices.price}
          paise={sent.body.amount ?? 0}
          onBack={() => create.reset()}
          onTake={(above) => book({ ...sent.body, above })}
        />
      )}
      {create.isError && !taken && !isAsked && !isShownAtField(create.error, choices, { hasDoctorField }) && (
        <FailureNotice text={text} />
      )}
      {isOfLimit(create.error) && (
        <Text size="sm">
          <UpgradeHint purpose="book more" {...(onLeave && { onLeave })} />
        </Text>
      )}
    </>
  );
}

/** Renders the question about an amount above the price, whose code is loaded with it. */
export function AboveDueRefusal(props: ComponentProps<typeof AboveDue>) {
  return (
    <PartBoundary onGiveUp={props.onBack}>
      <AboveDue {...props} />
    </PartBoundary>
  );
}
