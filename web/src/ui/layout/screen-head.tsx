import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScreenHeadProps {
  title: string;
  hint?: string;
  /** The primary action of the screen. */
  children?: ReactNode;
}

/** Renders the heading of a screen with a hint and its primary action. */
export function ScreenHead({ title, hint, children }: ScreenHeadProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Box flex="1 1 14rem" miw={0}>
        <Title order={1}>{title}</Title>
        {hint !== undefined && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </Box>
      {children}
    </Group>
  );
}
