import { useEffect } from 'react';

/**
 * Gives the focus back to whatever had it when `opened` became true. Mantine's own return misses a dialog that is opened
 * already at its first render, which is how the lazily loaded ones appear.
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
  if (opener.isConnected && (focused === null || focused === document.body || isInDialog(focused))) opener.focus({ preventScroll: true });
}

function isInDialog(element: Element): boolean {
  return element.closest('[role="dialog"]') !== null;
}
