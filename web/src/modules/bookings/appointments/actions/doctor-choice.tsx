import { IconChevronDown } from '@tabler/icons-react';
import rowButton from '../../../../ui/table/row-button.module.css';
import type { Booked } from '../../booked.ts';
import { noDoctorYet } from '../../wording.ts';
import classes from './appointment-menu.module.css';
import { MenuButton } from './menu-button.tsx';
import type { AppointmentActions } from './use-appointment-actions.tsx';
import type { Doctor } from './use-assign.ts';

interface DoctorChoiceProps {
  appointment: Booked;
  doctors: readonly Doctor[];
  actions: Pick<AppointmentActions, 'assign'>;
}

/** Renders *No doctor yet*, which opens the choice of the doctor who takes the booking. */
export function DoctorChoice({ appointment, doctors, actions }: DoctorChoiceProps) {
  if (!appointment.may.includes('reschedule')) return noDoctorYet;
  return (
    <MenuButton
      label={`${noDoctorYet}: choose one for ${appointment.personName}`}
      items={doctors.map((doctor) => ({
        name: doctor.name,
        run: () => void actions.assign(appointment, doctor),
      }))}
      className={`${rowButton.button} ${classes.choice}`}
    >
      {noDoctorYet} <IconChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
