import { ActionIcon, Avatar, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { roleName } from '@samay/contract/core/roles';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useAuth, useSession } from '../../lib/session/session.tsx';
import { getAccountPath } from '../routing/navigation.ts';
import classes from './user-badge.module.css';

/**
 * Renders the signed-in user with their role, a link to their account and a sign-out button; a
 * turf's badge shows the email.
 */
export function UserBadge({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const session = useSession();
  const { user, businessType } = session;
  const hint = useId();
  const { signOut } = useAuth();
  const initial = getInitial(user.name);
  // The sign-in page reports a server that could not be reached: this badge is unmounted by then.
  const leave = () => void signOut().catch(() => undefined);
  return (
    <div className={classes.badge}>
      <Link
        to={getAccountPath(session)}
        className={classes.account ?? ''}
        aria-describedby={hint}
        onClick={onLeave}
      >
        <Avatar color="brand" radius="xl" size={36} aria-hidden>
          {initial}
        </Avatar>
        <div className={classes.who}>
          <Text size="sm" fw={600} lineClamp={2} title={user.name}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate title={user.email}>
            {businessType === 'turf' ? user.email : roleName[user.role]}
          </Text>
        </div>
      </Link>
      <span id={hint} hidden>
        Your account
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        title="Sign out"
        aria-label="Sign out"
        onClick={leave}
      >
        <IconLogout size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Returns the first letter of the name without its title: otherwise every doctor would be a D. */
export function getInitial(name: string): string {
  const [initial = '?'] = name
    .trim()
    .replace(/^(?:dr|mr|mrs|ms|prof|shri|smt)\b\.?\s*/i, '')
    .toUpperCase();
  return initial;
}
