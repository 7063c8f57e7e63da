import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { refreshStaff } from './api.ts';
import { changeFailed } from './wording.ts';

interface ChangeDialogProps {
  title: string;
  question: string;
  yes: string;
  no: string;
  /** Said once it is done. */
  done: string;
  /** Said where the connection or the server failed. */
  failed: string;
  change: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks, changes, and fetches the list again. A refusal stays in the dialog. */
export function ChangeDialog({ title, question, yes, no, done, failed, change, onClose }: ChangeDialogProps) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: () => {
      toastDone(done);
      onClose();
    },
    onSettled: () => void refreshStaff(client),
  });
  return (
    <ConfirmDialog
      opened
      title={title}
      question={question}
      yes={yes}
      no={no}
      busy={mutation.isPending}
      error={mutation.isError ? changeFailed(mutation.error, failed) : null}
      onYes={() => mutation.mutate()}
      onNo={onClose}
    />
  );
}
