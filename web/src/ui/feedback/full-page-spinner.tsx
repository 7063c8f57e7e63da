import { Center, Loader } from '@mantine/core';

/**
 * Renders a spinner until the session is known, and in a layout until its page has loaded. It is no
 * landmark, since the layout is one.
 */
export function FullPageSpinner() {
  return (
    <Center mih="100dvh">
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}
