import { NavLink } from '@mantine/core';
import { IconKeyboard, IconLayoutSidebarLeftCollapse, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useActions } from '../../lib/actions.tsx';
import { useAuth, useSession } from '../../lib/session/session.tsx';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';
import { Keys } from '../../ui/controls/keys.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import { AttentionMark } from './attention-mark.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { ConnectionSign } from './connection-sign.tsx';
import { isOwner } from '../routing/home.ts';
import { isActive, linksOf } from '../routing/navigation.ts';
import { linkIcon } from '../routing/page-icons.ts';
import classes from './sidebar.module.css';
import type { Fold } from './use-folded-sidebar.ts';
import { SearchButton } from './search-button.tsx';
import { UserBadge } from './user-badge.tsx';

interface SidebarProps {
  isInDrawer?: boolean;
  /** Where it can be folded to its signs. */
  fold?: Fold | undefined;
  /** A link was followed: the drawer may close. */
  onLeave?: () => void;
}

/** Where a role may go, whose business it is, and who is signed in. */
export function Sidebar({ isInDrawer = false, fold, onLeave }: SidebarProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const isFolded = fold?.isFolded ?? false;
  const mayMend = session.permissions.includes('integrations.write');
  const isTurfDesk = session.businessType === 'turf' && !isOwner(session);
  return (
    <div className={classes.sidebar} data-folded={isFolded || undefined}>
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
      {!isInDrawer &&
        (isFolded ? (
          <div className={classes.compact}>
            <SearchButton isCompact />
          </div>
        ) : (
          <SearchButton />
        ))}
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
              {...(link.label === 'Settings' && mayMend && { rightSection: <AttentionMark /> })}
              {...(isFolded && { title: link.label })}
              onClick={() => onLeave?.()}
            />
          );
        })}
        {isTurfDesk && <Logout {...(isFolded && { title: 'Logout' })} />}
      </nav>
      <div className={classes.foot}>
        <ColorSchemeToggle />
        {!isInDrawer && <ShortcutsButton {...(isFolded && { title: 'Keyboard shortcuts' })} />}
        {!isTurfDesk && <UserBadge onLeave={onLeave} />}
        {isTurfDesk && <AccountLink isHere={pathname === '/account'} onLeave={onLeave} {...(isFolded && { title: 'Your account' })} />}
        {fold && <FoldButton {...fold} />}
        <div className={classes.legal}>
          <LegalLinks />
        </div>
      </div>
    </div>
  );
}

/** A turf's staff have no badge; what is their own is found here. */
function AccountLink({ isHere, title, onLeave }: { isHere: boolean; title?: string; onLeave?: (() => void) | undefined }) {
  return (
    <NavLink
      className={classes.link ?? ''}
      component={Link}
      to="/account"
      label="Your account"
      active={isHere}
      leftSection={<IconUserCircle size={20} stroke={1.75} aria-hidden />}
      {...(title && { title })}
      onClick={() => onLeave?.()}
    />
  );
}

/** What the specification calls it in the layout of a turf's staff. */
function Logout({ title }: { title?: string }) {
  const { signOut } = useAuth();
  // A server that could not be told is the login page's to report: this link is gone by then.
  const leave = () => void signOut().catch(() => undefined);
  return (
    <NavLink
      className={classes.link ?? ''}
      component="button"
      label="Logout"
      leftSection={<IconLogout size={20} stroke={1.75} aria-hidden />}
      {...(title && { title })}
      onClick={leave}
    />
  );
}

function ShortcutsButton({ title }: { title?: string }) {
  const { openShortcuts } = useActions();
  return (
    <NavLink
      className={classes.link ?? ''}
      component="button"
      label="Keyboard shortcuts"
      leftSection={<IconKeyboard size={20} stroke={1.75} aria-hidden />}
      rightSection={<Keys keys="?" />}
      {...(title && { title })}
      onClick={openShortcuts}
    />
  );
}

function FoldButton({ isFolded, toggle }: Fold) {
  return (
    <NavLink
      className={classes.link ?? ''}
      component="button"
      label="Collapse"
      aria-label="Collapse sidebar"
      aria-pressed={isFolded}
      title={isFolded ? 'Expand' : 'Collapse'}
      leftSection={<IconLayoutSidebarLeftCollapse size={20} stroke={1.75} aria-hidden />}
      onClick={toggle}
    />
  );
}
