import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../../lib/session/session.tsx';
import { isActive, useDailyPages } from '../routing/navigation.ts';
import { pageIcons } from '../routing/page-icons.ts';
import classes from './sidebar.module.css';

interface DailyLinksProps {
  /** Whether only the icons are shown. */
  isCompact?: boolean;
  /** Whether they are one row, each icon above its name. */
  isRow?: boolean;
  className?: string;
  /** Called when a link is followed. */
  onLeave?: (() => void) | undefined;
}

/** Renders links to the pages of daily work that the sidebar does not list. */
export function DailyLinks({ isCompact = false, isRow = false, className = '', onLeave }: DailyLinksProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const pages = useDailyPages();
  if (pages.length === 0) return null;
  return (
    <nav
      aria-label="Daily work"
      className={`${classes.daily} ${className}`}
      data-compact={isCompact || undefined}
      data-in-row={isRow || undefined}
    >
      {pages.map(({ to, title, label, icon }) => {
        const PageIcon = pageIcons[icon];
        const isHere = isActive({ to }, pathname, session);
        return (
          <Link
            key={to}
            to={to}
            className={classes.dailyLink}
            aria-current={isHere ? 'page' : undefined}
            title={isCompact || title !== label ? title : undefined}
            onClick={() => onLeave?.()}
          >
            <PageIcon size={18} stroke={1.75} aria-hidden />
            <span>{label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
