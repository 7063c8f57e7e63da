import { Skeleton, Stack } from '@mantine/core';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';

/** The shape of the rows to come. */
export function RowsSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap={8} role="group" aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      <Skeleton height={20} width={120} mt={16} mb={4} />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </Stack>
  );
}
