import { Alert, Text } from '@mantine/core';

/** Renders why something that was set up does not do its work, in the colour of what needs a hand; null for no trouble. */
export function TroubleNotice({ trouble }: { trouble: string | null }) {
  return (
    <div role="status">
      {trouble !== null && (
        <Alert color="marigold" variant="light" role="presentation">
          <Text size="sm" fw={600}>
            {trouble}
          </Text>
        </Alert>
      )}
    </div>
  );
}
