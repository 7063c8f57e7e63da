import { Alert, Text } from '@mantine/core';

/** Renders why something that was set up does not do its work, in the colour of what needs a hand; nothing for null. */
export function TroubleNotice({ trouble }: { trouble: string | null }) {
  if (trouble === null) return null;
  return (
    <Alert color="marigold" variant="light" role="status">
      <Text size="sm" fw={600}>
        {trouble}
      </Text>
    </Alert>
  );
}
