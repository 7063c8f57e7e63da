import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  text: string;
  hint?: string;
  /** The button for the action that the hint suggests. */
  children?: ReactNode;
}

/** Renders the message of an empty list, with a hint and a button for the next step. */
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
