import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { renewSecret } from './api.ts';
import { secretWording } from './wording.ts';

interface SecretRowProps {
  mayRenew: boolean;
  onRenewed: (secret: string) => void;
}

/** Explains the signing secret, with the button to create a new one. */
export function SecretRow({ mayRenew, onRenewed }: SecretRowProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" flex="1 1 280px">
        Each message is signed with your secret, as{' '}
        <Anchor
          href="https://www.standardwebhooks.com"
          target="_blank"
          rel="noreferrer"
          underline="always"
          inherit
        >
          Standard Webhooks
        </Anchor>{' '}
        describes. A message that is sent twice has the same id.
      </Text>
      {mayRenew && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Create a new secret
        </Button>
      )}
      {isAsking && (
        <RenewDialog
          onClose={() => setAsking(false)}
          onRenewed={(secret) => {
            setAsking(false);
            onRenewed(secret);
          }}
        />
      )}
    </Group>
  );
}

interface RenewDialogProps {
  onClose: () => void;
  onRenewed: (secret: string) => void;
}

/** Confirms the creation of a new secret, which invalidates the old one. */
function RenewDialog({ onClose, onRenewed }: RenewDialogProps) {
  const renew = useMutation({ mutationFn: renewSecret, gcTime: 0, onSuccess: onRenewed });
  return (
    <ConfirmDialog
      opened
      title="Create a new secret?"
      question={secretWording.question}
      yes="Create a new secret"
      no="Keep the secret"
      busy={renew.isPending}
      error={renew.isError ? errorText(renew.error, 'A new secret could not be created') : null}
      onYes={() => renew.mutate()}
      onNo={onClose}
    />
  );
}
