import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './primary-button.module.css';

interface PrimaryButtonProps {
  children: ReactNode;
  onClick: () => void;
}

/**
 * Renders the primary action of a screen: at the upper right, and on a phone as a bar at the bottom,
 * where the layout keeps room for it.
 */
export function PrimaryButton({ children, onClick }: PrimaryButtonProps) {
  return (
    <Button className={classes.primary ?? ''} data-primary-action onClick={onClick}>
      {children}
    </Button>
  );
}
