import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './primary-button.module.css';

interface PrimaryButtonProps {
  children: ReactNode;
  onClick: () => void;
}

/** What a screen is mostly used for: at the upper right of a desk, within the thumb's reach on a phone, where the layout keeps room below it. */
export function PrimaryButton({ children, onClick }: PrimaryButtonProps) {
  return (
    <Button className={classes.primary ?? ''} data-primary-action onClick={onClick}>
      {children}
    </Button>
  );
}
