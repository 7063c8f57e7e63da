import { NavLink } from '@mantine/core';
import { IconKeyboard, IconLayoutSidebarLeftCollapse, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useActions } from '../../lib/actions.tsx';
import { useAuth, useSession } from '../../lib/session/session.tsx';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';
import { Keys } from '../../ui/controls/keys.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import { DailyLinks } from './daily-links.tsx';
import { AttentionMark } from './attention-mark.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { isOwner } from '../routing/home.ts';
import { isActive, useMenu } from '../routing/navigation.ts';
import { pageIcons } from '../routing/page-icons.ts';
import classes from './sidebar.module.css';
import type { SidebarCollapse } from './use-collapsed-sidebar.ts';
import { SearchButton } from './search-button.tsx';
import { UserBadge } from './user-badge.tsx';

interface SidebarProps {
  isInDrawer?: boolean;
  /** The collapsing of the sidebar to its icons, if it is offered. */
  collapse?: SidebarCollapse | undefined;
  /** Called when a link is followed: the drawer closes. */
  onLeave?: () => void;
}

/** Renders the links of the user's role, the name of the business, and the signed-in user. */
export function Sidebar({ isInDrawer = false, collapse, onLeave }: SidebarProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const menu = useMenu();
  const isCollapsed = collapse?.isCollapsed ?? false;
  const mayRetryDeliveries = session.permissions.includes('integrations.write');
  const isTurfDesk = session.businessType === 'turf' && !isOwner(session);
  return (
    <div className={classes.sidebar} data-folded={isCollapsed || undefined}>
      {!isInDrawer && (
        <div className={classes.head}>
          <Wordmark />
          <ConnectionStatus />
        </div>
      )}
      {session.tenant && (
        <p className={classes.business} title={session.tenant.name}>
          {session.tenant.name}
        </p>
      )}
      {!isInDrawer &&
        (isCollapsed ? (
          <div className={classes.compact}>
            <SearchButton isCompact />
          </div>
        ) : (
          <SearchButton />
        ))}
      <nav aria-label="Main" className={classes.links}>
        {menu.map((link) => {
          const { to, title } = link;
          const isHere = isActive(link, pathname, session);
          const PageIcon = pageIcons[link.icon];
          return (
            <NavLink
              key={to}
              className={classes.link ?? ''}
              component={Link}
              to={to}
              activeOptions={{ exact: !isHere || pathname === to, includeSearch: false }}
              label={title}
              active={isHere}
              {...(isHere && { 'aria-current': 'page' as const })}
              leftSection={<PageIcon size={20} stroke={1.75} aria-hidden />}
              {...(title === 'Settings' && mayRetryDeliveries && { rightSection: <AttentionMark /> })}
              {...(isCollapsed && { title })}
              onClick={() => onLeave?.()}
            />
          );
        })}
        {isTurfDesk && <Logout {...(isCollapsed && { title: 'Logout' })} />}
      </nav>
      <DailyLinks isCompact={isCollapsed} className={classes.below ?? ''} onLeave={onLeave} />
      <div className={classes.foot}>
        <ColorSchemeToggle />
        {!isInDrawer && <ShortcutsButton {...(isCollapsed && { title: 'Keyboard shortcuts' })} />}
        {!isTurfDesk && <UserBadge onLeave={onLeave} />}
        {isTurfDesk && (
          <AccountLink
            isHere={pathname === '/account'}
            onLeave={onLeave}
            {...(isCollapsed && { title: 'Your account' })}
          />
        )}
        {collapse && <CollapseButton {...collapse} />}
        <div className={classes.legal}>
          <LegalLinks />
        </div>
      </div>
    </div>
  );
}

/** Renders the link to the account page for a turf's staff, who have no user badge. */
function AccountLink({
  isHere,
  title,
  onLeave,
}: {
  isHere: boolean;
  title?: string;
  onLeave?: (() => void) | undefined;
}) {
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

/** Signs out, under the name that it has in the layout of a turf's staff. */
function Logout({ title }: { title?: string }) {
  const { signOut } = useAuth();
  // The sign-in page reports a server that could not be reached: this link is unmounted by then.
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

function CollapseButton({ isCollapsed, toggle }: SidebarCollapse) {
  return (
    <NavLink
      className={classes.link ?? ''}
      component="button"
      label="Collapse"
      aria-label="Collapse sidebar"
      aria-pressed={isCollapsed}
      title={isCollapsed ? 'Expand' : 'Collapse'}
      leftSection={<IconLayoutSidebarLeftCollapse size={20} stroke={1.75} aria-hidden />}
      onClick={toggle}
    />
  );
}
