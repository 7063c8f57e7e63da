import { Loader, Text } from '@mantine/core';
import { useConnection } from '../../lib/live/live.ts';
import classes from './connection-status.module.css';

/** Says quietly that other people's changes do not arrive just now. */
export function ConnectionSign() {
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
