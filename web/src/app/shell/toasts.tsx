import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useShortcuts } from '../../lib/shortcuts.ts';

/** The number of toasts at which the library would let the next one wait. */
const limit = 12;

/**
 * Renders the container of toasts, and the key that focuses their buttons from anywhere: they are
 * last on the page and disappear after seconds. Toasts cover each other: a list below loses the
 * place of one, and under the mouse or with the focus in one all are shown. It is a separate module,
 * because it loads after the page; earlier toasts are shown then.
 */
export function Toasts() {
  useShortcuts([
    { keys: 'z', name: 'Undo or answer in the last message', group: 'Anywhere', run: focusLatestToast },
  ]);
  return <Notifications position="bottom-left" layout="stacked" limit={limit} containerWidth={340} />;
}

/**
 * Focuses the first button, except Close, of the latest toast that has one; the latest is the first
 * on the page. Once one is pressed,
 * the focus returns to its former place.
 */
function focusLatestToast(): void {
  const toast = document.querySelector('[data-toast-act]')?.closest('[role="alert"]');
  const first = toast?.querySelector<HTMLElement>('[data-toast-act]');
  const before = document.activeElement;
  if (!toast || !first || toast.contains(before)) return;
  focusUncovered(first);
  const goBack = () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  toast.addEventListener('click', goBack, { once: true });
}

/** Focuses a button of a toast, for which a toast that covers it gets the focus before. */
function focusUncovered(button: HTMLElement, frames = 30): void {
  if (!button.closest('[inert]')) return button.focus();
  document.querySelector<HTMLElement>('[role="alert"]:not([inert], [inert] *) button')?.focus();
  if (frames > 0) requestAnimationFrame(() => focusUncovered(button, frames - 1));
}
