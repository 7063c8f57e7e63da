import { formatRupees } from '@samay/contract/core/money';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useId, useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import rowButton from '../../../../ui/table/row-button.module.css';
import type { AppointmentActions } from './use-appointment-actions.tsx';
import { allowedTransitions } from './use-transitions.ts';
import { preloadBooking } from '../../api.ts';
import type { Booked } from '../../booked.ts';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import classes from './appointment-menu.module.css';
import type { MenuEntry } from './menu-dropdown.tsx';

const loadDropdown = async () => ({
  default: (await loadChunk(() => import('./menu-dropdown.tsx'))).MenuDropdown,
});
const MenuDropdown = lazy(loadDropdown);

/** Preloads the menu's chunk. Errors are ignored: opening the menu tries again and reports them. */
export function preloadMenu(): void {
  void loadDropdown().catch(() => undefined);
}

interface AppointmentMenuProps {
  appointment: Booked;
  actions: AppointmentActions;
  /** Further entries, shown last. */
  more?: readonly MenuEntry[];
}

/**
 * Renders the menu of a row's further actions. The list renders only its button; the menu itself is
 * mounted while it is open, because a thousand mounted menus make the list slow.
 */
export function AppointmentMenu({ appointment, actions, more = [] }: AppointmentMenuProps) {
  /** The element that contains the menu while it is open; null while it is closed. */
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const client = useQueryClient();
  const { allOfPerson } = useAppointmentWording();
  const items = [...menuItems(appointment, actions, allOfPerson), ...more];
  if (items.length === 0) return null;

  function open(pressed: HTMLButtonElement): void {
    if (appointment.may.includes('reschedule')) preloadBooking(client, appointment);
    setPlace(landmarkOf(pressed));
  }

  function close(): void {
    setPlace(null);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <span className={classes.place}>
      <button
        ref={button}
        type="button"
        className={`${rowButton.button} ${classes.button}`}
        aria-label={`More for ${appointment.personName}`}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        aria-controls={place ? `${id}-dropdown` : undefined}
        onClick={(event) => (place ? setPlace(null) : open(event.currentTarget))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          // The menu is mounted before this event has bubbled, and would treat the key as one
          // pressed outside it.
          event.stopPropagation();
          open(event.currentTarget);
        }}
      >
        <IconDots size={18} aria-hidden />
      </button>
      {place && (
        <PartBoundary onGiveUp={close}>
          <MenuDropdown id={id} items={items} place={place} onClose={close} />
        </PartBoundary>
      )}
    </span>
  );
}

/**
 * Returns the element to mount the menu in: outside the row, which clips its content, and inside
 * the main landmark.
 */
function landmarkOf(button: HTMLElement): HTMLElement {
  return button.closest('main') ?? document.body;
}

/** Lists the entries that the server allows now. */
function menuItems(appointment: Booked, actions: AppointmentActions, allOfPerson: string): MenuEntry[] {
  const { may } = appointment;
  const forms = [
    may.includes('reschedule') &&
      appointment.status === 'scheduled' && {
        name: 'Reschedule',
        run: () => actions.reschedule(appointment),
      },
    may.includes('recordPayment') &&
      !!appointment.due && {
        name: `Take ${formatRupees(appointment.due)}`,
        run: () => actions.takeMoney(appointment),
      },
    may.includes('recordPayment') && {
      name: paymentAction(appointment),
      run: () => actions.recordPayment(appointment),
    },
    appointment.patientId !== null && { name: allOfPerson, run: () => actions.viewPerson(appointment) },
  ].filter((entry) => entry !== false);
  return [
    ...allowedTransitions(appointment, actions).map(({ name, run }) => ({ name, run: () => void run() })),
    ...forms,
  ];
}
