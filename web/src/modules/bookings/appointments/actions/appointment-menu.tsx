import { formatRupees } from '@samay/contract/core/money';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import rowButton from '../../../../ui/table/row-button.module.css';
import type { AppointmentActions } from './use-appointment-actions.tsx';
import { allowedTransitions } from './use-transitions.ts';
import { preloadBooking } from '../../api.ts';
import type { Booked } from '../../booked.ts';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import { mayNotePayment } from '../payment/may-note-payment.ts';
import classes from './appointment-menu.module.css';
import { MenuButton } from './menu-button.tsx';
import type { MenuEntry } from './menu-dropdown.tsx';

interface AppointmentMenuProps {
  appointment: Booked;
  actions: AppointmentActions;
  /** Further entries, shown last. */
  more?: readonly MenuEntry[];
}

/** Renders the menu of a row's further actions. */
export function AppointmentMenu({ appointment, actions, more = [] }: AppointmentMenuProps) {
  const client = useQueryClient();
  const { allOfPerson } = useAppointmentWording();
  const items = [...menuItems(appointment, actions, allOfPerson), ...more];
  if (items.length === 0) return null;
  return (
    <MenuButton
      label={`More for ${appointment.personName}`}
      items={items}
      className={`${rowButton.button} ${classes.button}`}
      onOpen={() => appointment.may.includes('reschedule') && preloadBooking(client, appointment)}
    >
      <IconDots size={18} aria-hidden />
    </MenuButton>
  );
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
    mayNotePayment(appointment) && {
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
