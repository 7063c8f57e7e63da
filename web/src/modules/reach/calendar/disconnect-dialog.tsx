import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { calendarQuery, forgetCalendar } from './api.ts';
import { calendarWording } from './wording.ts';

export function DisconnectDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const disconnect = useMutation({
    mutationFn: forgetCalendar,
    onSuccess: () => {
      toastDone(calendarWording.disconnected);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: calendarQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      opened
      title="Disconnect Google Calendar?"
      question={calendarWording.question}
      yes="Disconnect"
      no="Keep connected"
      busy={disconnect.isPending}
      error={disconnect.isError ? failureText(disconnect.error) : null}
      onYes={() => disconnect.mutate()}
      onNo={onClose}
    />
  );
}

/** Returns the message of an error response, or of a missing response. */
function failureText(error: unknown): string {
  return error instanceof ApiError && error.code !== 'network'
    ? calendarWording.notDisconnected
    : calendarWording.disconnectBroke;
}
