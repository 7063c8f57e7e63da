/** The movement in pixels of a hand between press and release. */
const stillPx = 4;

interface Press {
  readonly control: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/**
 * Makes a press count for the button or link on which it began, even if the layout has moved it
 * away from under a pointer that did not move: a late reply that adds a line above is enough, and
 * the browser then sends the click to the common ancestor, so that nothing happens. A press that
 * moves by more than a hand's tremor is still cancelled (decision 0088). Returns the function that
 * ends it.
 */
export function keepPressesSteady(): () => void {
  let press: Press | undefined;
  const handleDown = (event: PointerEvent) => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>('button, a[href]');
    press =
      control && event.isPrimary && event.button === 0
        ? { control, x: event.clientX, y: event.clientY }
        : undefined;
  };
  const handleClick = (event: MouseEvent) => {
    const began = press;
    press = undefined;
    if (!began || !isMissed(event, began)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    began.control.click();
  };
  addEventListener('pointerdown', handleDown, true);
  addEventListener('click', handleClick, true);
  return () => {
    removeEventListener('pointerdown', handleDown, true);
    removeEventListener('click', handleClick, true);
  };
}

/**
 * Returns whether a click belongs to the press of a control that has moved. A click by key or by
 * script has no position, and its detail is 0.
 */
function isMissed(event: MouseEvent, { control, x, y }: Press): boolean {
  const isPointed = event.detail > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isStill = Math.hypot(event.clientX - x, event.clientY - y) <= stillPx;
  return (
    isPointed &&
    isStill &&
    control.isConnected &&
    event.target instanceof Node &&
    !control.contains(event.target)
  );
}
