import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useShortcuts } from '../../lib/shortcuts.ts';

/**
 * Renders the container of toasts, and the key that focuses their buttons from anywhere: they are
 * last on the page and disappear after seconds. It is a separate module, because it loads after the
 * page; earlier toasts are shown then.
 */
export function Toasts() {
  useShortcuts([
    { keys: 'z', name: 'Undo or answer in the last message', group: 'Anywhere', run: focusLatestToast },
  ]);
  return <Notifications position="bottom-left" limit={3} containerWidth={340} />;
}

/**
 * Focuses the first button, except Close, of the latest toast that has one. Once one is pressed,
 * the focus returns to its former place.
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
