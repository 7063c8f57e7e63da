import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyTextButton } from './copy-text-button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import classes from './secret-dialog.module.css';

interface Props {
  readonly title: string;
  /** The sentence that says where to enter the secret, and that it is shown once. */
  readonly once: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret that cannot be read again. */
export function SecretDialog({ title, once, secret, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      <Stack gap="md">
        <Text size="sm">{once}</Text>
        <code className={classes.secret}>{secret}</code>
        <Group gap="sm">
          <CopyTextButton text={secret}>Copy</CopyTextButton>
        </Group>
        <Button onClick={onClose}>I have saved it</Button>
      </Stack>
    </Dialog>
  );
}
