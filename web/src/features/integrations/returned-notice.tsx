import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { reloadMs, type Returned } from './wording.ts';

/** Says what came of a connection that was tried; after good news the page loads anew, without them in its address. */
export function ReturnedNotice({ returned }: { returned: NonNullable<Returned> }) {
  const notice = useRef<HTMLDivElement>(null);
  const { isGood, text } = returned;
  useEffect(() => {
    // It stands far down a long page.
    notice.current?.scrollIntoView({ block: 'center' });
    if (!isGood) return undefined;
    const timer = setTimeout(() => location.replace(location.pathname), reloadMs);
    return () => clearTimeout(timer);
  }, [isGood]);
  return (
    <Alert ref={notice} color={isGood ? 'green' : 'red'} variant="light" role={isGood ? 'status' : 'alert'}>
      {text}
    </Alert>
  );
}
