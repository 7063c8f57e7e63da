import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { focusLatestToast } from '../../ui/feedback/toast.tsx';

/**
 * The container of toasts, and the key that leads to their buttons from wherever the focus is: they are the last of the page and go after seconds. A
 * module of its own, because it loads after the page; earlier toasts are shown then.
 */
export function Toasts() {
  useShortcuts([{ keys: 'z', name: 'Undo or answer in the last message', group: 'Anywhere', run: focusLatestToast }]);
  return <Notifications position="bottom-left" limit={3} containerWidth={340} />;
}
