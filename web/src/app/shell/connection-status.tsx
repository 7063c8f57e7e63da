import { Loader, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useConnection } from '../../lib/live/live.ts';
import classes from './connection-status.module.css';

/**
 * Shows that this device has no network, at once, or that the stream of changes is lost and is being
 * reconnected.
 */
export function ConnectionStatus() {
  const { online } = useNetwork();
  const isLost = useConnection() === 'reconnecting';
  return (
    <div role="status" className={classes.sign}>
      {online ? (
        isLost && <Loader size={12} color="gray" aria-hidden />
      ) : (
        <IconWifiOff size={16} aria-hidden />
      )}
      {(isLost || !online) && (
        <Text size="xs" c="dimmed">
          {online ? 'Reconnecting…' : 'Offline'}
        </Text>
      )}
    </div>
  );
}
