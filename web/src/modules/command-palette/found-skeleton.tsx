import { Skeleton, Stack } from '@mantine/core';

/** Two lines to come, in the shape of what is found. */
export function FoundSkeleton() {
  return (
    <Stack gap="xs" px="xs" aria-busy>
      <Skeleton height={12} width={80} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  );
}
