import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { SlowNotice } from '../../ui/slow-notice.tsx';

/** The shape of the cards and lists to come. */
export function DashboardSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <SlowNotice onRetry={onRetry} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', md: 'lg' }}>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={132} radius="lg" />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Skeleton height={248} radius="lg" />
        <Skeleton height={248} radius="lg" />
      </SimpleGrid>
    </Stack>
  );
}
