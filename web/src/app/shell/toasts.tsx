import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** The container of toasts. A module of its own, because it loads after the page; earlier toasts are shown then. */
export function Toasts() {
  return <Notifications position="bottom-left" limit={3} containerWidth={340} />;
}
