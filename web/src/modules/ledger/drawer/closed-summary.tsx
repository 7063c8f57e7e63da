import { Button, Group, Text } from '@mantine/core';
import type { DrawerClose } from '@samay/contract/ledger/drawers';
import { formatInstant } from '@samay/contract/core/time';
import { useEffect, useRef } from 'react';
import { PrintCloseButton } from './print-close-button.tsx';
import { closeSums, Sums, takenSums } from './drawer-card.tsx';

interface ClosedSummaryProps {
  close: DrawerClose;
  onClose: () => void;
}

/** Renders the result of a close, and what was taken by each method, with the focus on printing it. */
export function ClosedSummary({ close, onClose }: ClosedSummaryProps) {
  const print = useRef<HTMLButtonElement>(null);
  useEffect(() => print.current?.focus(), []);
  const taken = takenSums(close);
  return (
    <>
      <Text size="sm" role="status">
        Closed on {formatInstant(close.closedAt)}. What stays in the drawer opens the next period.
      </Text>
      <Sums sums={closeSums(close)} />
      {taken.length > 0 && (
        <>
          <Text size="sm" fw={600} component="h3">
            Net taken since the close before
          </Text>
          <Sums sums={taken} />
        </>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <PrintCloseButton ref={print} close={close} />
      </Group>
    </>
  );
}
