import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useAuth } from '../../lib/session/session.tsx';

/** Ends the session here and in every other tab. */
export function SignOutButton() {
  const { signOut } = useAuth();
  // A server that could not be told is the login page's to report: this button is gone by then.
  const leave = () => void signOut().catch(() => undefined);
  return (
    <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} onClick={leave}>
      Sign out
    </Button>
  );
}
