import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyTextButton } from '../../../ui/controls/copy-text-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import classes from './secret-dialog.module.css';
import { secretWording } from './wording.ts';

/** Shows the signing secret, which cannot be read again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={secretWording.title} size="md">
      <Stack gap="md">
        <Text size="sm">{secretWording.once}</Text>
        <code className={classes.secret}>{secret}</code>
        <Group gap="sm">
          <CopyTextButton text={secret}>Copy</CopyTextButton>
        </Group>
        <Button onClick={onClose}>I have saved it</Button>
      </Stack>
    </Dialog>
  );
}
