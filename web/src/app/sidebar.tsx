import { NavLink } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../lib/session.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { ConnectionSign } from './connection-sign.tsx';
import { isActive, linksOf } from './links.ts';
import { linkIcon } from './link-icon.ts';
import classes from './sidebar.module.css';
import { UserBadge } from './user-badge.tsx';

interface SidebarProps {
  isInDrawer?: boolean;
  /** A link was followed: the drawer may close. */
  onLeave?: () => void;
}

/** Where a role may go, whose business it is, and who is signed in. */
export function Sidebar({ isInDrawer = false, onLeave }: SidebarProps) {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <div className={classes.sidebar}>
      {!isInDrawer && (
        <div className={classes.head}>
          <Wordmark />
          <ConnectionSign />
        </div>
      )}
      {session.tenant && (
        <p className={classes.business} title={session.tenant.name}>
          {session.tenant.name}
        </p>
      )}
      <nav aria-label="Main" className={classes.links}>
        {linksOf(session).map((link) => {
          const isHere = isActive(link, pathname, session);
          const Sign = linkIcon(link.label);
          return (
            <NavLink
              key={link.to}
              className={classes.link ?? ''}
              component={Link}
              to={link.to}
              activeOptions={{ exact: !isHere || pathname === link.to, includeSearch: false }}
              label={link.label}
              active={isHere}
              leftSection={<Sign size={20} stroke={1.75} aria-hidden />}
              onClick={() => onLeave?.()}
            />
          );
        })}
      </nav>
      <div className={classes.foot}>
        <ColorSchemeToggle />
        <UserBadge />
      </div>
    </div>
  );
}
