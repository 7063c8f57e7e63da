import { useEffect } from 'react';

/** The openers of the dialogs that closed since the last frame. */
const left: Element[] = [];

/**
 * Returns the focus to the element that had it when `opened` became true. Mantine's own
 * implementation misses dialogs that are open at their first render, as lazily loaded ones are. A
 * dialog that takes the place of another one returns it to what opened that one.
 */
export function useReturnFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const replaced = left.splice(0).filter(({ isConnected }) => isConnected);
    const opener = replaced.find((element) => !isInDialog(element)) ?? replaced[0] ?? document.activeElement;
    return () => {
      if (!(opener instanceof HTMLElement)) return;
      left.push(opener);
      requestAnimationFrame(() => {
        const place = left.indexOf(opener);
        if (place === -1) return;
        left.splice(place, 1);
        focusAgain(opener);
      });
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
