import type { ReactNode } from 'react';
import classes from './row-button.module.css';

interface RowButtonProps {
  /** What it does, and to whom: the rows of a list have the same words. */
  label: string;
  /** Not easily undone. */
  isGrave?: boolean;
  /** Seldom wanted. */
  isQuiet?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** What may be done with a row of a list: words alone, light enough to stand in thousands of rows. */
export function RowButton({ label, isGrave = false, isQuiet = false, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-grave={isGrave || undefined}
      data-quiet={isQuiet || undefined}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Beside each other at the end of a row; their words end where the row's do. */
export function RowButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
