import { TextInput } from '@mantine/core';
import { type DrawerClose, reopenDrawer } from '@samay/contract/ledger/drawers';
import { formatInstant } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { refreshDrawers } from './api.ts';
import { differenceText, holderName } from './wording.ts';

interface ReopenDialogProps {
  close: DrawerClose;
  onClose: () => void;
}

/** Asks for confirmation and a reason before a close is reopened. */
export function ReopenDialog({ close, onClose }: ReopenDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const reopen = useMutation({
    mutationFn: () => call(reopenDrawer, { params: { id: close.id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      toastDone('Close reopened');
      onClose();
    },
    onSettled: () => void refreshDrawers(client),
  });

  function handleYes(): void {
    if (reason.trim() === '') setError('Please enter a reason');
    else if (!reopen.isPending) reopen.mutate();
  }

  return (
    <ConfirmDialog
      opened
      title="Reopen this close?"
      about={
        `${holderName(close.holder)}, ${formatInstant(close.closedAt)}: ` + differenceText(close.difference)
      }
      question={
        'The drawer continues as if it had not been closed. ' +
        'The close stays in the list, struck through, with your reason.'
      }
      yes="Reopen"
      no="Keep it closed"
      isDestructive={false}
      busy={reopen.isPending}
      error={reopen.isError ? errorText(reopen.error, 'Failed to reopen the close') : null}
      onYes={handleYes}
      onNo={onClose}
    >
      <TextInput
        label="Reason"
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
