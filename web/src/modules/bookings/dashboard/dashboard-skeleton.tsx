import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';

/** The shape of the cards and lists to come. */
export function DashboardSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <SlowNotice onRetry={onRetry} />
      <FigureGrid cols={{ base: 2, md: 4 }}>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={132} radius="lg" />
        ))}
      </FigureGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Skeleton height={248} radius="lg" />
        <Skeleton height={248} radius="lg" />
      </SimpleGrid>
    </Stack>
  );
}
