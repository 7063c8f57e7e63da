import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { trimSlashes } from '../../routing/page.ts';
import { AttentionMark } from '../../shell/attention-mark.tsx';
import { useDestinations } from '../../routing/navigation.ts';
import classes from './settings-frame.module.css';

/**
 * Renders a page of Settings below the links to all of them that the user may open. With one page
 * there are no links.
 */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const path = trimSlashes(useLocation().pathname);
  const root = path.replace(/\/settings(\/.*)?$/, '/settings');
  const pages = useDestinations().filter(({ to }) => to === root || to.startsWith(`${root}/`));
  const list = useRef<HTMLElement>(null);
  // Scrolls to the current page's link: on a phone the row scrolls.
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && here) {
      list.current.scrollLeft =
        here.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - here.clientWidth) / 2;
    }
  });
  return (
    <>
      {pages.length > 1 && (
        <nav ref={list} aria-label="Settings" className={classes.pages}>
          {pages.map(({ to, title }) => (
            <Link key={to} to={to} className={classes.page ?? ''} activeOptions={{ exact: true }}>
              {to === root ? 'General' : title} {to.endsWith('/connections') && <AttentionMark />}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </>
  );
}
