import { Center, Loader } from '@mantine/core';

/**
 * Shown until the session is known, and in a layout until its page has loaded. No landmark of its
 * own, since the layout is one.
 */
export function FullPageSpinner() {
  return (
    <Center mih="100dvh">
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}
