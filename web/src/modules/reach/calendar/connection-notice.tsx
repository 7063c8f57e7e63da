import { Alert } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { reloadMs, type ConnectionResult } from './wording.ts';

const keptKey = 'calendarConnected';

/**
 * Shows the result of connecting the calendar. After a success the page is reloaded without the
 * query, and the message is shown once more, because 1.5 seconds are too short to read it.
 */
export function ConnectionNotice({ returned }: { returned: NonNullable<ConnectionResult> }) {
  const notice = useRef<HTMLDivElement>(null);
  const { isGood, text } = returned;
  useEffect(() => {
    // The notice is far down a long page.
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

/** Shows the success message from before the reload, until it is closed. */
export function KeptConnectionNotice() {
  const [text, setText] = useState(() => sessionStorage.getItem(keptKey));
  useEffect(() => sessionStorage.removeItem(keptKey), []);
  if (text === null) return null;
  return (
    <Alert
      color="green"
      variant="light"
      role="status"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setText(null)}
    >
      {text}
    </Alert>
  );
}
