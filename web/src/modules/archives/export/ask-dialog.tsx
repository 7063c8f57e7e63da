import { PasswordInput, Stack, Text } from '@mantine/core';
import { askForArchive } from '@samay/contract/archives/archives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { archiveQuery } from './api.ts';

/** Asks whether everything is to be exported, and for the password of those who have no second factor. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const ask = useMutation({
    mutationFn: () => call(askForArchive, { body: asksPassword ? { password } : {} }),
    onSuccess: (asked) => {
      client.setQueryData(archiveQuery.queryKey, asked);
      onClose();
    },
    onError: (error) => {
      if (!isAboutPassword(error)) return;
      setAsksPassword(true);
      setWrong(error.message);
      focusFirstError(id);
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const isMissing = asksPassword && password === '';
    setWrong(isMissing ? 'Please enter your password' : undefined);
    if (isMissing) focusFirstError(id);
    else if (!ask.isPending) ask.mutate();
  }

  return (
    <Dialog opened onClose={onClose} title="Export everything" small>
      <form id={id} noValidate onSubmit={handleSubmit} aria-label="Export everything">
        <Stack>
          <Text size="sm">
            The archive has the names, numbers and notes of all people. You get an email when it is ready.
            Only you can download it, once or for 24 hours.
          </Text>
          {asksPassword && (
            <PasswordInput
              label="Your password"
              required
              autoComplete="current-password"
              value={password}
              error={wrong}
              data-autofocus
              onChange={({ currentTarget }) => {
                setPassword(currentTarget.value);
                setWrong(undefined);
              }}
            />
          )}
          {ask.isError && !isAboutPassword(ask.error) && (
            <FailureNotice text={errorText(ask.error, 'Failed to start the export')} />
          )}
          <FormButtons submit="Export" waiting="Starting..." busy={ask.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function isAboutPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code.startsWith('account.');
}
