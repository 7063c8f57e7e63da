import { useEffect } from 'react';

/**
 * Returns the focus to the element that had it when `opened` became true. Mantine's own
 * implementation misses dialogs that are open at their first render, as lazily loaded ones are.
 */
export function useReturnFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) requestAnimationFrame(() => focusAgain(opener));
    };
  }, [opened]);
}

function focusAgain(opener: HTMLElement): void {
  const focused = document.activeElement;
  if (opener.isConnected && (focused === null || focused === document.body || isInDialog(focused)))
    opener.focus({ preventScroll: true });
}

function isInDialog(element: Element): boolean {
  return element.closest('[role="dialog"]') !== null;
}
