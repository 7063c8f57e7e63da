import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconCalendarPlus, IconKeyboard, IconListCheck, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setupChecklist } from '../../modules/tenancy/setup-checklist/api.ts';
import { useRestore } from '../../modules/tenancy/setup-checklist/use-dismissal.ts';
import type { Choice } from '../../modules/command-palette/choices.ts';
import { PaletteDialog } from '../../modules/command-palette/palette-dialog.tsx';
import { useActions } from '../../lib/actions.tsx';
import { useAuth, useSession } from '../../lib/session/session.tsx';
import { useMayBook } from '../../lib/session/use-may-book.ts';
import { destinationsOf } from '../routing/destinations.ts';
import { homeOf } from '../routing/home.ts';
import { linkIcon } from '../routing/page-icons.ts';

/** The command palette, filled with what this person may do and where they may go. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { state } = useAuth();
  const { businessType, permissions } = useSession();
  const navigate = useNavigate();
  const commands = useCommands();
  const { people, bookings } = wording[businessType ?? 'doctor'];
  const pages = destinationsOf(state).map<Choice>(({ label, to, letter }) => ({
    id: `page-${label.replaceAll(' ', '-')}`,
    label,
    icon: to === '/account' ? IconUserCircle : linkIcon(label),
    run: () => void navigate({ to }),
    ...(letter && { keys: `g ${letter}` }),
  }));
  const ofPeople = businessType === 'turf' ? '/turf-dashboard/customers' : '/dashboard/patients';
  const searched = [
    ...(permissions.includes('patients.read') ? [people] : []),
    ...(permissions.includes('appointments.read') ? [bookings] : []),
  ];
  return (
    <PaletteDialog
      opened={opened}
      onClose={onClose}
      groups={[
        { name: 'Actions', choices: commands },
        { name: 'Pages', choices: pages },
      ]}
      onOpenPerson={(patient) => void navigate({ to: ofPeople, search: { patient } as never })}
      searchedFor={searched.join(' and ')}
    />
  );
}

function useCommands(): readonly Choice[] {
  const { openNewAppointment, openShortcuts } = useActions();
  const { signOut } = useAuth();
  const mayBook = useMayBook();
  const { booking } = wording[useSession().businessType ?? 'doctor'];
  const newBooking = `New ${capitalise(booking)}`;
  const showSetupChecklist = useShowFirstSteps();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return [
    ...(mayBook ? [{ id: 'new', label: newBooking, keys: 'n', icon: IconCalendarPlus, run: () => openNewAppointment() }] : []),
    {
      id: 'color-scheme',
      label: isDark ? 'Light mode' : 'Dark mode',
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...(showSetupChecklist ? [{ id: 'first-steps', label: 'Show first steps', icon: IconListCheck, run: showSetupChecklist }] : []),
    { id: 'shortcuts', label: 'Keyboard shortcuts', keys: '?', icon: IconKeyboard, run: openShortcuts },
    // A server that could not be told is the login page's to report: this page is gone by then.
    { id: 'sign-out', label: 'Sign out', icon: IconLogout, run: () => void signOut().catch(() => undefined) },
  ];
}

/** Brings back the first steps that were put away; null where there are none to bring back. */
function useShowFirstSteps(): (() => void) | null {
  const session = useSession();
  const { data } = useQuery({ ...setupChecklist(), enabled: session.permissions.includes('settings.write') });
  const restore = useRestore();
  const navigate = useNavigate();
  if (!data?.isDismissed || data.steps.every(({ isDone }) => isDone)) return null;
  return () => {
    restore();
    void navigate({ to: homeOf(session) });
  };
}
