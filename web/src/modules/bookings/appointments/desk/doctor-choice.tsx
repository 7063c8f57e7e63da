import type { Appointment } from '@samay/contract/bookings/appointments';
import { IconChevronDown } from '@tabler/icons-react';
import rowButton from '../../../../ui/table/row-button.module.css';
import { noDoctorYet } from '../../wording.ts';
import { MenuButton } from '../actions/menu-button.tsx';
import classes from './queue.module.css';
import type { Assign, Doctor } from './use-assign.tsx';

interface DoctorChoiceProps {
  appointment: Appointment;
  doctors: readonly Doctor[];
  onAssign: Assign;
}

/** Renders *No doctor yet*, which opens the choice of the doctor who takes the booking. */
export function DoctorChoice({ appointment, doctors, onAssign }: DoctorChoiceProps) {
  if (!appointment.may.includes('reschedule')) return noDoctorYet;
  return (
    <MenuButton
      label={`${noDoctorYet}: choose one for ${appointment.personName}`}
      items={doctors.map((doctor) => ({
        name: doctor.name,
        run: () => void onAssign(appointment, doctor),
      }))}
      className={`${rowButton.button} ${classes.choice}`}
    >
      {noDoctorYet} <IconChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
