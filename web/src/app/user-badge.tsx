import { ActionIcon, Avatar, Text, Tooltip } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { roleName } from '@samay/contract/roles';
import { useAuth, useSession } from '../lib/session.tsx';
import classes from './user-badge.module.css';

/** Who is signed in, as what, and the way out. */
export function UserBadge() {
  const { user } = useSession();
  const { signOut } = useAuth();
  const [initial = '?'] = user.name.trim().toUpperCase();
  // A server that could not be told is the login page's to report: this badge is gone by then.
  const leave = () => void signOut().catch(() => undefined);
  return (
    <div className={classes.badge}>
      <Avatar color="brand" radius="xl" size={36} aria-hidden>
        {initial}
      </Avatar>
      <div className={classes.who}>
        <Text size="sm" fw={600} truncate title={user.name}>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" truncate title={user.email}>
          {roleName[user.role]}
        </Text>
      </div>
      <Tooltip label="Sign out">
        <ActionIcon variant="subtle" color="gray" size={44} aria-label="Sign out" onClick={leave}>
          <IconLogout size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
