import { QueueSection } from '../../modules/bookings/appointments/queue/queue-section.tsx';

/** The queue at each of its addresses, for those who work in a business. */
export function QueuePage() {
  return <QueueSection isPage />;
}
