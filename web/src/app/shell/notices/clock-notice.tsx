import { Alert } from '@mantine/core';
import { useState } from 'react';

const dismissedKey = 'samay-clock-dismissed';

/**
 * Reports that this device's clock is wrong by `aheadMs`, negative when it is behind, until
 * dismissed: then for as long as the tab is open.
 */
export function ClockNotice({ aheadMs }: { aheadMs: number }) {
  const [isDismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) !== null);
  if (isDismissed) return null;
  const dismiss = () => {
    sessionStorage.setItem(dismissedKey, 'true');
    setDismissed(true);
  };
  return (
    <Alert
      color="gray"
      role="status"
      mb="md"
      py="xs"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={dismiss}
    >
      {clockText(aheadMs)}
    </Alert>
  );
}

/**
 * Formats the offset with its two largest units: `This device’s clock is 5 hours 30 minutes behind.
 * Samay uses the server’s time.`
 */
export function clockText(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const units = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const span = units
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
  return `This device’s clock is ${span} ${aheadMs > 0 ? 'ahead' : 'behind'}. Samay uses the server’s time.`;
}
