import { Skeleton, Stack } from '@mantine/core';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';

/** The shape of the rows to come. */
export function RowsSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap={8} role="group" aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={60} radius="md" />
      ))}
    </Stack>
  );
}
