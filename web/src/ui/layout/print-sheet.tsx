import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-sheet.module.css';

interface PrintSheetProps {
  /** What the file is called where the paper is a PDF. */
  title: string;
  onDone: () => void;
  children: ReactNode;
}

/** Prints what is in it and nothing else of the page, black on white, on A4 as on a till's roll of 80 mm. Nothing of it shows on the screen. */
export function PrintSheet({ title, onDone, children }: PrintSheetProps) {
  const end = useEffectEvent(onDone);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    const whenPrinted = () => end();
    addEventListener('afterprint', whenPrinted);
    // After the sheet is on the page.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('afterprint', whenPrinted);
      document.title = before;
    };
  }, [title]);
  return createPortal(<article className={classes.sheet}>{children}</article>, document.body);
}
