import { Button } from '@mantine/core';
import { isMinor } from '@samay/contract/people/age';
import type { FoundPerson } from '@samay/contract/people/people';
import type { PatientDetails } from '@samay/contract/people/patients';
import type { LocalDate } from '@samay/contract/core/time';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useActions } from '../../../lib/actions.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';

/** Opens the form for a new booking with this person filled in, for users who may book. */
export function BookButton({ patient }: { patient: PatientDetails }) {
  const { openNewAppointment } = useActions();
  const today = useToday();
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={16} aria-hidden />}
      onClick={() => openNewAppointment({ person: found(patient, today) })}
    >
      Book
    </Button>
  );
}

/** Returns a person as the look-up of the form finds them. Their page does not say which doctor saw them last. */
function found(patient: PatientDetails, today: LocalDate): FoundPerson {
  const { id, name, email, contact, about, born, lastVisit, nextVisit } = patient;
  return {
    id,
    name,
    email,
    contact,
    ...(about !== undefined && { about }),
    ...(born !== null && isMinor(born, today) && { isMinor: true as const }),
    lastVisit: lastVisit === null ? null : { date: lastVisit, doctor: null },
    nextVisit: nextVisit && { date: nextVisit.date, time: nextVisit.time },
  };
}
