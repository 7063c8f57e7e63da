import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-sheet.module.css';

interface PrintSheetProps {
  /** The file name when printing to PDF. */
  title: string;
  onDone: () => void;
  children: ReactNode;
}

/**
 * Prints its children instead of the page, black on white, on A4 or an 80 mm receipt roll. Not
 * visible on the screen.
 */
export function PrintSheet({ title, onDone, children }: PrintSheetProps) {
  const end = useEffectEvent(onDone);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    const whenPrinted = () => end();
    addEventListener('afterprint', whenPrinted);
    // Prints after the sheet was rendered.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('afterprint', whenPrinted);
      document.title = before;
    };
  }, [title]);
  return createPortal(<article className={classes.sheet}>{children}</article>, document.body);
}
