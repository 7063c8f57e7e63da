import { Button, Center } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import classes from './load-more.module.css';

interface LoadMoreProps {
  label: string;
  busy: boolean;
  /** The error of the last attempt; while there is one, it loads on a click only. */
  failed: string | null;
  /** Whether it loads when it comes near the viewport. */
  automatic?: boolean;
  /**
   * Whether it is above a list whose first line has room at its end: then it takes no line of its
   * own.
   */
  isInline?: boolean;
  onLoad: () => void;
}

/** Loads the next page at either end of a list. */
export function LoadMore({
  label,
  busy,
  failed,
  automatic = false,
  isInline = false,
  onLoad,
}: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });

  useEffect(() => {
    if (!automatic || busy || failed !== null || !place.current || !('IntersectionObserver' in window))
      return;
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load.current(), {
      rootMargin: '600px',
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [automatic, busy, failed]);

  return (
    <div ref={place} className={isInline && failed === null ? classes.inline : undefined}>
      {failed !== null ? (
        <FailureNotice text={failed} busy={busy} onRetry={onLoad} />
      ) : (
        <Center {...(!isInline && { py: 'md' })}>
          <Button variant={isInline ? 'subtle' : 'default'} loading={busy} onClick={onLoad}>
            {label}
          </Button>
        </Center>
      )}
    </div>
  );
}
