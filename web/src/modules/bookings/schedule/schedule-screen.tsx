import { Stack } from '@mantine/core';
import type { LocalDate } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { FreeTonight } from '../free-tonight.tsx';
import { useAppointmentWording } from '../wording.ts';
import { ScheduleDays, type ScheduleParameters } from './schedule-days.tsx';

interface ScheduleScreenProps {
  place: ScheduleParameters;
  onPlaceChange: (next: ScheduleParameters) => void;
  /** The button that prints the day, shown in the day view. */
  printOf?: (day: LocalDate) => ReactNode;
  /** The connected Google Calendar, below the schedule. */
  below?: ReactNode;
}

/**
 * Renders the bookings as a calendar. A click on a free time opens the form for a new booking, a
 * click on a booking its details. A turf sees tonight's free hours first.
 */
export function ScheduleScreen({ place, onPlaceChange, printOf, below }: ScheduleScreenProps) {
  return (
    <Stack gap="md">
      <ScreenHead title="Schedule">
        <NewButton />
      </ScreenHead>
      {useSession().businessType === 'turf' && <FreeTonight />}
      <ScheduleDays place={place} onPlaceChange={onPlaceChange} printOf={printOf} />
      {below}
    </Stack>
  );
}

function NewButton() {
  const { openNewAppointment } = useActions();
  const { newTitle } = useAppointmentWording();
  if (!useMayBook()) return null;
  return <PrimaryButton onClick={() => openNewAppointment()}>+ {newTitle}</PrimaryButton>;
}
