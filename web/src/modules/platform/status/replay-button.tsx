import { Button, Group } from '@mantine/core';
import { formatCount } from '@samay/contract/core/money';
import { replayDeliveries, type SystemStatus } from '@samay/contract/platform/status';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { systemStatus } from './api.ts';
import { replayQuestion } from './wording.ts';

/**
 * Resends failed deliveries, after a question with their number by kind. Absent if nothing can be
 * sent again.
 */
export function ReplayButton({ channels }: { channels: SystemStatus['channels'] }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: systemStatus().queryKey });
  const replay = useMutation({
    mutationFn: () => call(replayDeliveries, {}),
    onSuccess: ({ queued }) => {
      toastDone(queued === 0 ? 'There is nothing to try again' : `${formatCount(queued)} queued again`);
      setOpen(false);
    },
    onSettled: refresh,
  });
  const open = () => {
    replay.reset();
    setOpen(true);
    // Refreshes first: the page may have been open for an hour.
    void refresh();
  };
  if (!isOpen && channels.every(({ replayable }) => replayable === 0)) return null;
  return (
    <>
      <Group justify="flex-end">
        <Button variant="default" onClick={open}>
          Retry all now
        </Button>
      </Group>
      <ConfirmDialog
        opened={isOpen}
        title="Retry all now"
        question={replayQuestion(channels)}
        yes="Retry now"
        no="Not now"
        isDestructive={false}
        busy={replay.isPending}
        error={replay.isError ? errorText(replay.error, 'It could not be tried again') : null}
        onYes={() => replay.mutate()}
        onNo={() => setOpen(false)}
      />
    </>
  );
}
