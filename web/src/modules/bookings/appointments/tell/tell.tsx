import type { Appointment } from '@samay/contract/bookings/appointments';
import type { WhatsAppKind } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { lazy, type ReactNode, Suspense } from 'react';
import type { TellLinks as Links } from './tell-links.tsx';

const Nothing: typeof Links = () => null;

// Renders nothing where it cannot be loaded: the details offer the same again.
const TellLinks = lazy(() =>
  import('./tell-links.tsx').then(
    (loaded) => ({ default: loaded.TellLinks }),
    () => ({ default: Nothing }),
  ),
);

/** Offers messages of these kinds about a booking that has just changed, if it has a number. */
export function tellAbout(booked: Appointment, kinds: readonly WhatsAppKind[]): ReactNode {
  return (
    booked.personContact !== null && (
      <Suspense>
        <TellLinks booked={booked} kinds={kinds} />
      </Suspense>
    )
  );
}
