import type { ReactNode } from 'react';
import { LongText } from '../layout/long-text.tsx';
import classes from './row-button.module.css';

interface RowButtonProps {
  /** The accessible name, with the row's name: the visible texts repeat in every row. */
  label: string;
  /** For changes that are hard to undo. */
  isDestructive?: boolean;
  /** For rarely used actions. */
  isQuiet?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button of a table row, plain enough for thousands of rows. */
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

/** The buttons at the end of a row. */
export function RowButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}

/** A name in a table that opens its details. */
export function NameButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.open} onClick={onClick}>
      <LongText text={name} strong />
    </button>
  );
}
