import type { ReactNode } from 'react';
import { LongText } from '../layout/long-text.tsx';
import classes from './row-button.module.css';

interface RowButtonProps {
  /** The accessible name, with the row's name: the visible texts repeat in every row. */
  label: string;
  /** Whether the change is hard to undo. */
  isDestructive?: boolean;
  /** Whether the action is rarely used. */
  isQuiet?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Renders a button of a table row, plain enough for thousands of rows. */
export function RowButton({
  label,
  isDestructive = false,
  isQuiet = false,
  onClick,
  children,
}: RowButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-destructive={isDestructive || undefined}
      data-quiet={isQuiet || undefined}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Renders the buttons at the end of a row. */
export function RowButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}

/** Renders a name in a table that opens its details. */
export function NameButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.open} onClick={onClick}>
      <LongText text={name} strong />
    </button>
  );
}
