import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TellingKind } from '@samay/contract/bookings/tellings/message-words';
import { whatsAppNumber } from '@samay/contract/core/telephone';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import type { TellLinks as Links } from './tell-links.tsx';

const Nothing: typeof Links = () => null;

// Renders nothing where it cannot be loaded: the details offer the same again.
const TellLinks = lazy(async () => ({
  default: await loadChunk(() => import('./tell-links.tsx')).then(
    (loaded) => loaded.TellLinks,
    () => Nothing,
  ),
}));

type Tellable = Pick<Appointment, 'id' | 'updatedAt' | 'personContact' | 'personName' | 'may'>;

/** Returns whether messages may be offered for a booking. The server decides which. */
export function mayTell({ may, personContact }: Pick<Tellable, 'may' | 'personContact'>): boolean {
  return may.includes('recordPayment') && whatsAppNumber(personContact ?? '') !== null;
}

/**
 * Offers messages of these kinds about a booking that has just changed; nothing for a person without
 * a number that WhatsApp may know.
 */
export function tellAbout(booked: Tellable, kinds: readonly TellingKind[]): ReactNode {
  return (
    mayTell(booked) && (
      <Suspense>
        <TellLinks booked={booked} kinds={kinds} />
      </Suspense>
    )
  );
}
