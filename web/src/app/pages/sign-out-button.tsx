import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useAuth } from '../../lib/session/session.tsx';

/** Signs out in this and every other tab. */
export function SignOutButton() {
  const { signOut } = useAuth();
  // The sign-in page reports a server that could not be reached: this button is unmounted by then.
  const leave = () => void signOut().catch(() => undefined);
  return (
    <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} onClick={leave}>
      Sign out
    </Button>
  );
}
