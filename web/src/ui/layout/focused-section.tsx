import { type ReactNode, useEffect, useRef } from 'react';
import { useReturnFocus } from '../dialog/use-return-focus.ts';

/** A form that opens within a page: its `data-autofocus` field takes the focus, it is in view, and the opener gets the focus back. */
export function FocusedSection({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  useReturnFocus(true);
  useEffect(() => {
    section.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // The whole form: on a phone its buttons stick to the edge, and would stand over a field that was scrolled to by itself.
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={section} style={{ scrollMargin: 16 }}>
      {children}
    </div>
  );
}
