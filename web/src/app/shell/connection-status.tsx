import { Loader, Text } from '@mantine/core';
import { useConnection } from '../../lib/live/live.ts';
import classes from './connection-status.module.css';

/** Shows that the stream of changes is lost and is being reconnected. */
export function ConnectionStatus() {
  const isLost = useConnection() === 'reconnecting';
  return (
    <div role="status" className={classes.sign}>
      {isLost && (
        <>
          <Loader size={12} color="gray" aria-hidden />
          <Text size="xs" c="dimmed">
            Reconnecting…
          </Text>
        </>
      )}
    </div>
  );
}
