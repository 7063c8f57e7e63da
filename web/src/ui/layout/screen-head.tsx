import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScreenHeadProps {
  title: string;
  hint?: string;
  /** The screen's one primary action. */
  children?: ReactNode;
}

/** What the screen is, and what it is mostly used for. */
export function ScreenHead({ title, hint, children }: ScreenHeadProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <div>
        <Title order={1}>{title}</Title>
        {hint !== undefined && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {children}
    </Group>
  );
}
