import { lazy } from 'react';
import type { ApiError } from '../../lib/api/api.ts';
import { loadChunk } from '../../lib/browser/chunk.ts';
import type { PapersOfBooking } from '../../modules/bookings/appointments/details/details-card.tsx';
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx';

// Both load in a second step: the names of their chunks would weigh on the list.
const DetailsDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../../modules/bookings/appointments/details/details-dialog.tsx')))
    .DetailsDialog,
}));

const BookingParts = lazy(async () => ({
  default: (await loadChunk(() => import('./booking-parts.tsx'))).BookingParts,
}));

interface BookingDetailsProps {
  /** The booking's id; null while the dialog is closed. */
  id: string | null;
  /** The refusal to schedule the booking again: its time is taken. */
  refusal: ApiError | undefined;
  onClose: () => void;
}

/** Renders the details of one booking with its papers and reminders. */
export function BookingDetails(props: BookingDetailsProps) {
  return <DetailsDialog {...props} papers={Papers} />;
}

const Papers: PapersOfBooking = (props) => (
  <PartBoundary onGiveUp={() => undefined}>
    <BookingParts {...props} />
  </PartBoundary>
);
