import { Button, Center } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FailureNotice } from '../feedback/failure-notice.tsx';

interface LoadMoreProps {
  label: string;
  busy: boolean;
  /** Says that the last try did not work; it is then tried again by hand only. */
  failed: string | null;
  /** Loads by itself when it comes near the eye. */
  automatic?: boolean;
  onLoad: () => void;
}

/** Leads to the rows beyond either end of a list. */
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
