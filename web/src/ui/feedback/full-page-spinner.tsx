import { Center, Loader } from '@mantine/core';

/** While it is not yet known what to show. */
export function FullPageSpinner() {
  return (
    <Center mih="100dvh" component="main">
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}
