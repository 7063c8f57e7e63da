import { Button, Group, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

interface SlowNoticeProps {
  onRetry: () => void;
  /** The delay before the notice appears, in milliseconds. */
  after?: number;
}

/**
 * Renders a notice above a skeleton: empty at first, then it reports a late reply and offers a
 * retry.
 */
export function SlowNotice({ onRetry, after = 2000 }: SlowNoticeProps) {
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), after, { autoInvoke: true });
  return (
    <div role="status">
      {isLate && (
        <Group gap="sm" mb="sm">
          <Text size="sm">This is taking longer than usual.</Text>
          <Button variant="default" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </div>
  );
}
