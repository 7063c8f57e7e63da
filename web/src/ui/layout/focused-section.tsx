import { type ReactNode, useEffect, useRef } from 'react';
import { useReturnFocus } from '../dialog/use-return-focus.ts';

/**
 * Renders an inline form: focuses its `data-autofocus` field, scrolls into view, and returns the
 * focus to the element that opened it.
 */
export function FocusedSection({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  useReturnFocus(true);
  useEffect(() => {
    section.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // Scrolls to the whole form, because on a phone its sticky buttons would cover a field that
    // alone is scrolled into view.
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={section} style={{ scrollMargin: 16 }}>
      {children}
    </div>
  );
}
