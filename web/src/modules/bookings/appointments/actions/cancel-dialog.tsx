import { cancelAppointment, type Cancellation } from '@samay/contract/bookings/transitions';
import { formatCount } from '@samay/contract/core/money';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, errorText } from '../../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import type { Booked } from '../../booked.ts';
import { timeText } from '../../../../lib/days.ts';
import { tellAbout } from '../tell/tell.tsx';
import { BelowZero, isBelowZero } from '../../below-zero.tsx';
import { CancelReasonChoice } from './cancel-reason-choice.tsx';
import { proposedMoney } from './proposed-money.ts';
import type { SeriesScope } from './scope-choice.tsx';
import { seriesCount } from '../series-count.ts';
import { useAppointmentWording } from '../../wording.ts';
import { useTransitions } from './use-transitions.ts';

const ScopeChoice = lazy(async () => ({
  default: (await loadChunk(() => import('./scope-choice.tsx'))).ScopeChoice,
}));

const MoneyChoice = lazy(async () => ({
  default: (await loadChunk(() => import('./money-choice.tsx'))).MoneyChoice,
}));

const AuthorizedNote = lazy(async () => ({
  default: (await loadChunk(() => import('./money-choice.tsx'))).AuthorizedNote,
}));

const SeriesMoney = lazy(async () => ({
  default: (await loadChunk(() => import('./money-choice.tsx'))).SeriesMoney,
}));

interface CancelDialogProps {
  appointment: Booked;
  onClose: () => void;
  /** Called after the cancellation instead of `onClose`. */
  onCancelled?: () => void;
}

/**
 * Asks for confirmation, for the reason and for the use of the money; cancels a booking and removes
 * its row from the list. A single one can be taken back from the toast. A server error is shown in
 * the dialog.
 */
export function CancelDialog({ appointment, onClose, onCancelled = onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const { booking, businessType, cancelTitle, cancelQuestion, cancelFailed } = useAppointmentWording();
  const { bookings } = wording[businessType];
  const [scope, setScope] = useState<SeriesScope>('one');
  const [chosen, setChosen] = useState<Cancellation>();
  const [typed, setTyped] = useState('');
  const money = chosen ?? proposedMoney(typed, businessType);
  const { undoCancel } = useTransitions();
  const [press] = useState(() => crypto.randomUUID());
  const hasMoney = !!appointment.amount;
  const cancel = useMutation({
    mutationFn: async (agreed: { belowZero?: boolean }) => {
      const params = { id: appointment.id };
      const reason = typed.trim() === '' ? {} : { reason: typed.trim() };
      if (scope === 'one')
        return [
          await call(cancelAppointment, { params, body: { ...(hasMoney && money), ...reason, ...agreed } }),
        ];
      const { cancelSeveral } = await loadChunk(() => import('./change-several.ts'));
      const { paid } = await client.ensureQueryData(seriesCount(appointment.id));
      const ofSeveral = { scope, ...(paid[scope] > 0 && money), ...reason, ...agreed };
      return cancelSeveral(appointment, ofSeveral, press);
    },
    onSuccess: (cancelled) => {
      for (const each of cancelled) cacheAppointment(client, each);
      const many = `${formatCount(cancelled.length)} ${bookings}`;
      const [only] = cancelled;
      const what = cancelled.length === 1 ? capitalise(booking) : many;
      const undone = scope === 'one' && only?.may.includes('undoCancel') ? only : undefined;
      toastDone(
        `${what} of ${appointment.personName} cancelled`,
        undone && (() => void undoCancel(undone)),
        'Undo',
        scope === 'one' && only && tellAbout(only, ['cancelled']),
      );
      onCancelled();
    },
    onSettled: (changed) => void refreshAppointments(client, changed?.length === 1 ? changed[0] : undefined),
  });
  const isAsked = isBelowZero(cancel.error);

  function chooseMoney(value: Cancellation): void {
    cancel.reset();
    setChosen(value);
  }

  return (
    <ConfirmDialog
      opened
      title={cancelTitle}
      about={`${appointment.personName}, ${timeText(appointment)}`}
      question={scope === 'one' ? cancelQuestion : `Are you sure you want to cancel these ${bookings}?`}
      yes={`Cancel ${scope === 'one' ? booking : bookings}`}
      no={`Keep ${booking}`}
      busy={cancel.isPending}
      error={cancel.isError && !isAsked ? errorText(cancel.error, cancelFailed) : null}
      onYes={() => cancel.mutate({})}
      onNo={onClose}
    >
      {appointment.seriesId !== null && appointment.status === 'scheduled' && (
        <Suspense>
          <ScopeChoice id={appointment.id} businessType={businessType} value={scope} onChange={setScope} />
        </Suspense>
      )}
      <CancelReasonChoice businessType={businessType} value={typed} onChange={setTyped} />
      {hasMoney && scope === 'one' && (
        <Suspense>
          <MoneyChoice appointment={appointment} value={money} onChange={chooseMoney} />
        </Suspense>
      )}
      {appointment.isOnline && scope === 'one' && (
        <Suspense>
          <AuthorizedNote id={appointment.id} />
        </Suspense>
      )}
      {scope !== 'one' && (
        <Suspense>
          <SeriesMoney id={appointment.id} scope={scope} value={money} onChange={chooseMoney} />
        </Suspense>
      )}
      {isAsked && (
        <BelowZero
          busy={cancel.isPending}
          onYes={() => cancel.mutate({ belowZero: true })}
          onNo={cancel.reset}
        />
      )}
    </ConfirmDialog>
  );
}
