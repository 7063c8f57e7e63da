import { Button } from '@mantine/core';
import { wording } from '@samay/contract/core/wording';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

/** Stands where the queue will be, until the first booking. */
export function FirstBookingHint() {
  const { openNewAppointment } = useActions();
  const mayBook = useMayBook();
  const { bookings } = wording[useSession().businessType ?? 'doctor'];
  return (
    <EmptyState text={`No ${bookings} yet`} hint="The first one appears here immediately.">
      {mayBook && (
        <Button variant="default" onClick={() => openNewAppointment()}>
          + New Appointment
        </Button>
      )}
    </EmptyState>
  );
}
