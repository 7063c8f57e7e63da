import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconCalendarOff,
  IconCalendarPlus,
  IconCash,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setupChecklist } from '../../modules/tenancy/setup-checklist/api.ts';
import { useRestore } from '../../modules/tenancy/setup-checklist/use-dismissal.ts';
import type { Choice } from '../../modules/command-palette/choices.ts';
import { useAppointmentWording } from '../../modules/bookings/wording.ts';
import { PaletteDialog } from '../../modules/command-palette/palette-dialog.tsx';
import { useActions } from '../../lib/actions.tsx';
import { useAuth, useSession } from '../../lib/session/session.tsx';
import { useMayClose } from '../../lib/session/use-may-close.ts';
import { useMayBook } from '../../lib/session/use-may-book.ts';
import { homeFor } from '../routing/home.ts';
import { closing, getMoneyPath, useDestinations } from '../routing/navigation.ts';
import { pageIcons } from '../routing/page-icons.ts';

/** Renders the command palette with the actions and pages of the signed-in user. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { businessType, permissions } = useSession();
  const navigate = useNavigate();
  const commands = useCommands();
  const { people, bookings } = wording[businessType ?? 'doctor'];
  const pages = useDestinations().map<Choice>(({ title, to, icon, letter }) => ({
    id: `page-${to.slice(1).replaceAll('/', '-')}`,
    label: title,
    // Addresses end with names that pages had before.
    also: to.slice(to.lastIndexOf('/')),
    ...(to.includes('/settings/') && { hint: 'Settings' }),
    icon: pageIcons[icon],
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
      onOpenPerson={(patient) => void navigate({ to: ofPeople, search: { patient } })}
      searchedFor={searched.join(' and ')}
    />
  );
}

function useCommands(): readonly Choice[] {
  const { openNewAppointment, openShortcuts, openClosing } = useActions();
  const { signOut } = useAuth();
  const mayBook = useMayBook();
  const mayClose = useMayClose();
  const session = useSession();
  const { booking } = wording[session.businessType ?? 'doctor'];
  const { away } = useAppointmentWording();
  const newBooking = `New ${capitalise(booking)}`;
  const showSetupChecklist = useShowSetupChecklist();
  const navigate = useNavigate();
  const money = getMoneyPath(session);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return [
    ...(mayBook
      ? [{ id: 'new', label: newBooking, keys: 'n', icon: IconCalendarPlus, run: () => openNewAppointment() }]
      : []),
    ...(mayClose
      ? [
          {
            id: 'close',
            label: `${away}…`,
            also: 'close hours',
            icon: IconCalendarOff,
            run: () => openClosing(),
          },
        ]
      : []),
    ...(money
      ? [
          {
            id: 'close-drawer',
            label: 'Close the drawer',
            also: 'close the day',
            icon: IconCash,
            run: () => void navigate({ to: money, search: closing }),
          },
        ]
      : []),
    {
      id: 'color-scheme',
      label: isDark ? 'Light mode' : 'Dark mode',
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...(showSetupChecklist
      ? [{ id: 'first-steps', label: 'Show first steps', icon: IconListCheck, run: showSetupChecklist }]
      : []),
    { id: 'shortcuts', label: 'Keyboard shortcuts', keys: '?', icon: IconKeyboard, run: openShortcuts },
    // The sign-in page reports a server that could not be reached: this page is unmounted by then.
    { id: 'sign-out', label: 'Sign out', icon: IconLogout, run: () => void signOut().catch(() => undefined) },
  ];
}

/**
 * Returns the function that shows the dismissed setup checklist again; null if there is none to
 * show.
 */
function useShowSetupChecklist(): (() => void) | null {
  const session = useSession();
  const { data } = useQuery({ ...setupChecklist(), enabled: session.permissions.includes('settings.write') });
  const restore = useRestore();
  const navigate = useNavigate();
  if (!data?.may.restore) return null;
  return () => {
    restore();
    void navigate({ to: homeFor(session) });
  };
}
