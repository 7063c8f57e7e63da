import { Button, Center } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FailureNotice } from '../feedback/failure-notice.tsx';

interface LoadMoreProps {
  label: string;
  busy: boolean;
  /** The error of the last attempt; while there is one, it loads on a click only. */
  failed: string | null;
  /** Loads automatically when it comes near the viewport. */
  automatic?: boolean;
  onLoad: () => void;
}

/** Loads the next page at either end of a list. */
export function LoadMore({ label, busy, failed, automatic = false, onLoad }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });

  useEffect(() => {
    if (!automatic || busy || failed !== null || !place.current || !('IntersectionObserver' in window)) return;
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load.current(), { rootMargin: '600px' });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [automatic, busy, failed]);

  return (
    <div ref={place}>
      {failed !== null ? (
        <FailureNotice text={failed} busy={busy} onRetry={onLoad} />
      ) : (
        <Center py="md">
          <Button variant="default" loading={busy} onClick={onLoad}>
            {label}
          </Button>
        </Center>
      )}
    </div>
  );
}
