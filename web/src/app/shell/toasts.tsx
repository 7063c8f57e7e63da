import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useShortcuts } from '../../lib/shortcuts.ts';

/**
 * The container of toasts, and the key that leads to their buttons from wherever the focus is: they
 * are the last of the page and go after seconds. A module of its own, because it loads after the
 * page; earlier toasts are shown then.
 */
export function Toasts() {
  useShortcuts([
    { keys: 'z', name: 'Undo or answer in the last message', group: 'Anywhere', run: focusLatestToast },
  ]);
  return <Notifications position="bottom-left" limit={3} containerWidth={340} />;
}

/**
 * Focuses the first button of the latest toast that has one, besides Close. Once one is pressed,
 * the focus goes back to where it was.
 */
function focusLatestToast(): void {
  const toast = [...document.querySelectorAll('[data-toast-act]')].at(-1)?.closest('[role="alert"]');
  const first = toast?.querySelector<HTMLElement>('[data-toast-act]');
  const before = document.activeElement;
  if (!toast || !first || toast.contains(before)) return;
  first.focus();
  const goBack = () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  toast.addEventListener('click', goBack, { once: true });
}
