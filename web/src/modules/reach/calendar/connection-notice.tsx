import { Alert } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { reloadMs, type ConnectionResult } from './wording.ts';

const keptKey = 'calendarConnected';

/**
 * Says what came of a connection that was tried. After good news the page loads anew without them in its address (specification 2,
 * "Settings"), and says them once more: a second and a half is too short to read them.
 */
export function ConnectionNotice({ returned }: { returned: NonNullable<ConnectionResult> }) {
  const notice = useRef<HTMLDivElement>(null);
  const { isGood, text } = returned;
  useEffect(() => {
    // It stands far down a long page.
    notice.current?.scrollIntoView({ block: 'center' });
    if (!isGood) return undefined;
    const timer = setTimeout(() => {
      sessionStorage.setItem(keptKey, text);
      location.replace(location.pathname);
    }, reloadMs);
    return () => clearTimeout(timer);
  }, [isGood, text]);
  return (
    <Alert ref={notice} color={isGood ? 'green' : 'red'} variant="light" role={isGood ? 'status' : 'alert'}>
      {text}
    </Alert>
  );
}

/** The good news of the page before it was loaded anew, until they are closed. */
export function KeptConnectionNotice() {
  const [text, setText] = useState(() => sessionStorage.getItem(keptKey));
  useEffect(() => sessionStorage.removeItem(keptKey), []);
  if (text === null) return null;
  return (
    <Alert color="green" variant="light" role="status" withCloseButton closeButtonLabel="Close" onClose={() => setText(null)}>
      {text}
    </Alert>
  );
}
