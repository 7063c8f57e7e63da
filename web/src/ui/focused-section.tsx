import { type ReactNode, useEffect, useRef } from 'react';
import { useReturnedFocus } from './use-returned-focus.ts';

/** A form that opens within a page: its `data-autofocus` field takes the focus, and the opener gets it back. */
export function FocusedSection({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  useReturnedFocus(true);
  useEffect(() => section.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return <div ref={section}>{children}</div>;
}
