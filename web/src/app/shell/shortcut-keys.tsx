import { wording } from '@samay/contract/core/wording';
import { useNavigate } from '@tanstack/react-router';
import { quickBookingHash, useActions } from '../../lib/actions.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { type Shortcut, useShortcutKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { useMayBook } from '../../lib/session/use-may-book.ts';
import { homeFor } from '../routing/home.ts';
import { useDestinations } from '../routing/navigation.ts';

/**
 * Registers the shortcut keys of every page of the dashboard; a screen registers its own by
 * `useShortcuts`.
 */
export function ShortcutKeys() {
  const session = useSession();
  const { booking, bookings } = wording[session.businessType ?? 'doctor'];
  const { openNewAppointment, openPalette, openShortcuts } = useActions();
  const navigate = useNavigate();
  const mayBook = useMayBook();
  const listPath = `${homeFor(session)}/${bookings}`;
  const anywhere: Shortcut[] = [
    ...(mayBook
      ? ([
          { keys: 'n', name: `New ${booking}`, group: 'Anywhere', run: () => openNewAppointment() },
          // A page that has the form registers this key.
          {
            keys: 'b',
            name: `Quick ${booking}`,
            group: 'Anywhere',
            run: () => void navigate({ to: listPath, hash: quickBookingHash }),
          },
        ] as const)
      : []),
    { keys: 'mod+k', name: 'Search and commands', group: 'Anywhere', run: openPalette },
    { keys: '/', name: 'Search', group: 'Anywhere', run: openPalette },
    { keys: '?', name: 'Keyboard shortcuts', group: 'Anywhere', run: openShortcuts },
  ];
  const goTo = useDestinations().flatMap<Shortcut>(({ title, to, letter }) =>
    letter ? [{ keys: `g ${letter}`, name: title, group: 'Go to', run: () => void navigate({ to }) }] : [],
  );
  useShortcuts([...anywhere, ...goTo]);
  useShortcutKeys();
  return null;
}
