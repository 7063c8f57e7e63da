import type { Role } from '@samay/contract/core/roles';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { wording } from './wording.ts';

interface InviteDialogProps {
  roles: readonly Role[];
  onClose: () => void;
  onSent: (email: string) => void;
}

/** Asks whom to invite, and as what. */
export function InviteDialog({ roles, onClose, onSent }: InviteDialogProps) {
  function handleSent(email: string): void {
    onSent(email);
    onClose();
  }
  return (
    <Dialog opened onClose={onClose} title={wording.invite} size="md">
      <InviteForm roles={roles} onSent={handleSent} onCancel={onClose} />
    </Dialog>
  );
}
