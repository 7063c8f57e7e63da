import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { RenewDialog } from './renew-dialog.tsx';

interface SecretRowProps {
  mayRenew: boolean;
  onRenewed: (secret: string) => void;
}

/** That there is a secret, what it is for, and the way to another one. */
export function SecretRow({ mayRenew, onRenewed }: SecretRowProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" flex="1 1 280px">
        Each message is signed with your secret, as{' '}
        <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" underline="always" inherit>
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
