import { useEffect, useEffectEvent } from 'react';

const stack: symbol[] = [];
const handled = new WeakSet<Event>();

/**
 * Calls `onEscape` if this is the topmost open dialog. Mantine's own modals all handle one key
 * press, so a confirmation above a form would close both.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const handleEscape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return;
    const me = Symbol('dialog');
    const listen = (event: KeyboardEvent) => {
      if (
        event.key !== 'Escape' ||
        event.isComposing ||
        stack.at(-1) !== me ||
        handled.has(event) ||
        isForDropdown(event.target)
      )
        return;
      handled.add(event);
      handleEscape();
    };
    stack.push(me);
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      stack.splice(stack.indexOf(me), 1);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOpen]);
}

/**
 * Returns whether an open combobox, whose input Mantine marks for that, or an open menu handles the
 * key first.
 */
function isForDropdown(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.getAttribute('data-mantine-stop-propagation') === 'true' ||
    target.closest('[role="menu"]') !== null
  );
}
