import { Center, Loader } from '@mantine/core';

/** Shown until the session is known. */
export function FullPageSpinner() {
  return (
    <Center mih="100dvh" component="main">
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}
