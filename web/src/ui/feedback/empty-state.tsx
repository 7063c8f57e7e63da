import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  text: string;
  hint?: string;
  /** The button that does what the hint says. */
  children?: ReactNode;
}

/** Nothing here: says so, says what to do, and offers the button to do it. */
export function EmptyState({ text, hint, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Text fw={600}>{text}</Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" maw={360}>
          {hint}
        </Text>
      )}
      {children}
    </div>
  );
}
