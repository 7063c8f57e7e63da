import { wording } from '@samay/contract/core/wording';
import { useNavigate } from '@tanstack/react-router';
import { useActions } from '../../lib/actions.tsx';
import { useAuth, useSession } from '../../lib/session/session.tsx';
import { type Shortcut, useShortcutKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { useMayBook } from '../../lib/session/use-may-book.ts';
import { destinationsOf } from '../routing/destinations.ts';

/** The keys that work on every page of the layout; a screen adds its own by `useShortcuts`. */
export function ShortcutKeys() {
  const { state } = useAuth();
  const { booking } = wording[useSession().businessType ?? 'doctor'];
  const { openNewAppointment, openPalette, openShortcuts } = useActions();
  const navigate = useNavigate();
  const mayBook = useMayBook();
  const anywhere: Shortcut[] = [
    ...(mayBook ? [{ keys: 'n', name: `New ${booking}`, group: 'Anywhere', run: () => openNewAppointment() } as const] : []),
    { keys: 'mod+k', name: 'Search and commands', group: 'Anywhere', run: openPalette },
    { keys: '/', name: 'Search', group: 'Anywhere', run: openPalette },
    { keys: '?', name: 'Keyboard shortcuts', group: 'Anywhere', run: openShortcuts },
  ];
  const goTo = destinationsOf(state).flatMap<Shortcut>(({ label, to, letter }) =>
    letter ? [{ keys: `g ${letter}`, name: label, group: 'Go to', run: () => void navigate({ to }) }] : [],
  );
  useShortcuts([...anywhere, ...goTo]);
  useShortcutKeys();
  return null;
}
