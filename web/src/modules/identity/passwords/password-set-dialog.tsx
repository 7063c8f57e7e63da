import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { setPasswordWords } from './wording.ts';

/** The alert after a password was set (specification 2): however it is closed, it leads to the sign-in page. */
export function PasswordSetDialog({ opened }: { opened: boolean }) {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/login', replace: true });
  return (
    <Dialog opened={opened} onClose={leave} title="Set Your Password" small>
      <Stack>
        <Text size="sm" role="alert">
          {setPasswordWords.done}
        </Text>
        <Group justify="flex-end">
          <Button onClick={leave} data-autofocus>
            OK
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
