import { useTimeout } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import type { Booked } from '../../booked.ts';
import { useAppointmentWording } from '../../wording.ts';
import { type Transitions, useTransitions } from './use-transitions.ts';

const loadCancel = async () => ({
  default: (await loadChunk(() => import('./cancel-dialog.tsx'))).CancelDialog,
});
const CancelDialog = lazy(loadCancel);
const ChangeDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./change-dialog.tsx'))).ChangeDialog,
}));
const PrescriptionDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./prescription/prescription-dialog.tsx'))).PrescriptionDialog,
}));
const TakeMoneyDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../payment/take-money-dialog.tsx'))).TakeMoneyDialog,
}));
const UploadDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./prescription/upload-dialog.tsx'))).UploadDialog,
}));

/**
 * The delay before the question of a cancel is preloaded: it opens also while the server is away,
 * and says then that nothing was cancelled.
 */
const cancelAfterMs = 1_000;

function preloadCancel(): void {
  loadCancel().catch(() => undefined);
}

/** The actions of a row and of the details. The booking's `may` decides which are offered. */
export interface AppointmentActions extends Transitions {
  view(appointment: Booked): void;
  /** Opens the person's page. */
  viewPerson(appointment: Booked): void;
  cancel(appointment: Booked): void;
  reschedule(appointment: Booked): void;
  recordPayment(appointment: Booked): void;
  /** Asks for the payment method of the amount due. */
  takeMoney(appointment: Booked): void;
  viewPrescription(appointment: Booked): void;
  uploadPrescription(appointment: Booked): void;
}

interface Open {
  readonly dialog: 'cancel' | 'reschedule' | 'payment' | 'money' | 'prescription' | 'upload';
  readonly appointment: Booked;
}

/** Returns the actions as a stable object, and the dialog that one of them has opened. */
export function useAppointmentActions(): { actions: AppointmentActions; dialogs: ReactNode } {
  const { openDetails } = useActions();
  const { peoplePath } = useAppointmentWording();
  const navigate = useNavigate();
  const transitions = useTransitions();
  const [open, setOpen] = useState<Open | null>(null);
  useTimeout(preloadCancel, cancelAfterMs, { autoInvoke: true });
  const actions = useMemo<AppointmentActions>(
    () => ({
      ...transitions,
      view: ({ id }) => openDetails(id),
      viewPerson: ({ patientId }) =>
        void navigate({ to: peoplePath, search: { patient: patientId ?? undefined } }),
      cancel: (appointment) => setOpen({ dialog: 'cancel', appointment }),
      reschedule: (appointment) => setOpen({ dialog: 'reschedule', appointment }),
      recordPayment: (appointment) => setOpen({ dialog: 'payment', appointment }),
      takeMoney: (appointment) => setOpen({ dialog: 'money', appointment }),
      viewPrescription: (appointment) => setOpen({ dialog: 'prescription', appointment }),
      uploadPrescription: (appointment) => setOpen({ dialog: 'upload', appointment }),
    }),
    [openDetails, navigate, peoplePath, transitions],
  );
  const close = () => setOpen(null);
  return {
    actions,
    dialogs: <PartBoundary onGiveUp={close}>{open && renderDialog(open, close)}</PartBoundary>,
  };
}

function renderDialog({ dialog, appointment }: Open, onClose: () => void): ReactNode {
  if (dialog === 'cancel') return <CancelDialog appointment={appointment} onClose={onClose} />;
  if (dialog === 'money') return <TakeMoneyDialog appointment={appointment} onClose={onClose} />;
  if (dialog === 'prescription') return <PrescriptionDialog appointment={appointment} onClose={onClose} />;
  if (dialog === 'upload') return <UploadDialog appointment={appointment} onClose={onClose} />;
  return <ChangeDialog kind={dialog} appointment={appointment} onClose={onClose} />;
}
