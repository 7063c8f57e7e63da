import { useState } from 'react';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { useSession } from '../../../../../lib/session/session.tsx';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { bookingDraft } from './booking-drafts.ts';
import { NewAppointmentForm } from './new-appointment-form.tsx';

interface NewAppointmentDialogProps {
  opened: boolean;
  onClose: () => void;
  preset?: BookingPreset | undefined;
}

/** Renders the dialog for a new booking. Closing it with a draft asks for confirmation. */
export function NewAppointmentDialog({ opened, onClose, preset }: NewAppointmentDialogProps) {
  const { booking, newTitle } = useAppointmentWording();
  const { user } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { draftOf, forgetDraft } = bookingDraft(preset);

  function handleClose(): void {
    if (draftOf(user.id)) setAsking(true);
    else close();
  }

  function close(): void {
    forgetDraft();
    setAsking(false);
    onClose();
  }

  return (
    <>
      <Dialog opened={opened} onClose={handleClose} title={newTitle}>
        <NewAppointmentForm
          key={preset?.person?.id}
          preset={preset}
          onDone={close}
          onLeave={onClose}
          onCancel={handleClose}
        />
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
