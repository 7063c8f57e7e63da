import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NewAppointmentForm } from './new-appointment-form.tsx';
import { useWording } from './use-wording.ts';

interface NewAppointmentDialogProps {
  opened: boolean;
  onClose: () => void;
  /** `date` as YYYY-MM-DD, `time` as HH:MM. */
  preset?: { date?: string; time?: string } | undefined;
}

/** Books one. Closing a form that somebody has begun asks first. */
export function NewAppointmentDialog({ opened, onClose, preset }: NewAppointmentDialogProps) {
  const { booking } = useWording();
  const isDirty = useRef(false);
  const [isAsking, setAsking] = useState(false);

  function handleClose(): void {
    if (isDirty.current) setAsking(true);
    else close();
  }

  function close(): void {
    isDirty.current = false;
    setAsking(false);
    onClose();
  }

  return (
    <>
      <Dialog opened={opened} onClose={handleClose} title="New Appointment">
        <NewAppointmentForm preset={preset} onDirty={(dirty) => (isDirty.current = dirty)} onDone={close} onCancel={handleClose} />
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title="Discard what you typed?"
        question={`This ${booking} has not been created yet.`}
        yes="Discard"
        no="Keep editing"
        onYes={close}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
