import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { styleNonce } from '../../lib/browser/page-settings.ts';
import classes from './print-sheet.module.css';

interface PrintSheetProps {
  /** The file name when printing to PDF. */
  title: string;
  onDone: () => void;
  children: ReactNode;
}

/** The margins above and below the text of a roll, as in the style sheet, and room for rounding. */
const rollMarginsMm = 6 + 1;
const pixelsPerMm = 96 / 25.4;

/**
 * Prints its children instead of the page, black on white, on A4 or an 80 mm receipt roll. Not
 * visible on the screen. A child with `data-paper="roll"` is one page as long as its text.
 */
export function PrintSheet({ title, onDone, children }: PrintSheetProps) {
  const end = useEffectEvent(onDone);
  const sheet = useRef<HTMLElement>(null);
  const length = useRef<HTMLStyleElement>(null);
  useEffect(() => {
    if (sheet.current && length.current) length.current.textContent = rollPage(sheet.current);
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
  return createPortal(
    <article ref={sheet} className={classes.sheet}>
      <style ref={length} nonce={styleNonce()} />
      {children}
    </article>,
    document.body,
  );
}

/** Returns the rule with the length of a roll's page, which CSS cannot take from its content. */
function rollPage(sheet: HTMLElement): string {
  const roll = sheet.querySelector('[data-paper="roll"]');
  if (!roll) return '';
  const { measured = '' } = classes;
  sheet.classList.add(measured);
  const textMm = roll.getBoundingClientRect().height / pixelsPerMm;
  sheet.classList.remove(measured);
  return `@page roll { size: 80mm ${Math.ceil(textMm + rollMarginsMm)}mm; }`;
}
