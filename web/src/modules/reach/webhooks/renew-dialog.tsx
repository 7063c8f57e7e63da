import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { renewSecret } from './api.ts';
import { secretWords } from './wording.ts';

interface RenewDialogProps {
  onClose: () => void;
  onRenewed: (secret: string) => void;
}

/** Asks before the secret that receivers know is worth nothing any more. */
export function RenewDialog({ onClose, onRenewed }: RenewDialogProps) {
  const renew = useMutation({ mutationFn: renewSecret, gcTime: 0, onSuccess: onRenewed });
  return (
    <ConfirmDialog
      opened
      title="Create a new secret?"
      question={secretWords.question}
      yes="Create a new secret"
      no="Keep the secret"
      busy={renew.isPending}
      error={renew.isError ? errorText(renew.error, 'A new secret could not be created') : null}
      onYes={() => renew.mutate()}
      onNo={onClose}
    />
  );
}
