import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Where short notices appear. What was said before it came is shown once it is there. */
export function Toasts() {
  return <Notifications position="bottom-left" limit={3} containerWidth={340} />;
}
