import type { ComponentProps } from 'react';
import { PapersSection } from '../../modules/invoicing/papers/papers-section.tsx';
import { BookingNotices } from '../../modules/reach/notices/booking-notices.tsx';

/** Renders the parts of a booking's details that belong to other features: its papers and notices. */
export function BookingParts(props: ComponentProps<typeof PapersSection>) {
  return (
    <>
      <PapersSection {...props} />
      <BookingNotices id={props.appointment.id} />
    </>
  );
}
