import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { deleteAccount, deletionPhrase } from '@samay/contract/identity/account';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useAuth, useSession } from '../../../lib/session/session.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';

interface DeleteAccountDialogProps {
  proof: 'password' | 'phrase';
  withBusiness: boolean;
  onClose: () => void;
}

/**
 * Confirms the deletion of one's own account with the password, or with a phrase if the account has
 * no password. It ends the session.
 */
export function DeleteAccountDialog({ proof, withBusiness, onClose }: DeleteAccountDialogProps) {
  const { tenant } = useSession();
  const { recheck } = useAuth();
  const [typed, setTyped] = useState('');
  const isReady = proof === 'password' ? typed !== '' : typed.trim().toLowerCase() === deletionPhrase;
  const remove = useMutation({
    mutationFn: () =>
      call(deleteAccount, { body: proof === 'password' ? { password: typed } : { phrase: typed } }),
    // The deletion has ended the session: checking it leads to the sign-in page.
    onSuccess: () => recheck(),
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !remove.isPending) remove.mutate();
  }
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return (
    <Dialog opened onClose={onClose} title="Delete your account?" small>
      <form onSubmit={handleSubmit} aria-label="Delete your account">
        <Stack>
          <Text size="sm">
            You are signed out everywhere and cannot sign in again.{' '}
            {withBusiness && tenant
              ? `You are the only member of ${tenant.name}, so the business is deleted too. `
              : ''}
            Our support can undo this for 30 days; after that everything is erased.
          </Text>
          {proof === 'password' ? (
            <PasswordInput label="Your password" autoComplete="current-password" {...field} />
          ) : (
            <TextInput label={`Type ${deletionPhrase}`} autoComplete="off" {...field} />
          )}
          {remove.isError && (
            <FailureNotice text={errorText(remove.error, 'Failed to delete your account')} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Keep my account
            </Button>
            <Button type="submit" color="red" disabled={!isReady} loading={remove.isPending}>
              Delete my account
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
