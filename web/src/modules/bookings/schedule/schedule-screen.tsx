import { Stack } from '@mantine/core';
import type { LocalDate } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { ScheduleDays, type SchedulePlace } from './schedule-days.tsx';

interface ScheduleScreenProps {
  place: SchedulePlace;
  onPlaceChange: (next: SchedulePlace) => void;
  /** The way to put a day on paper, where one day is shown. */
  printOf?: (day: LocalDate) => ReactNode;
  /** Below our own calendar: the connected one. */
  beside?: ReactNode;
}

/** The bookings as a calendar: a free time is clicked to book it, a booking to see its details. */
export function ScheduleScreen({ place, onPlaceChange, printOf, beside }: ScheduleScreenProps) {
  return (
    <Stack gap="md">
      <ScreenHead title="Schedule">
        <NewButton />
      </ScreenHead>
      <ScheduleDays place={place} onPlaceChange={onPlaceChange} printOf={printOf} />
      {beside}
    </Stack>
  );
}

function NewButton() {
  const { openNewAppointment } = useActions();
  if (!useMayBook()) return null;
  return <PrimaryButton onClick={() => openNewAppointment()}>+ New Appointment</PrimaryButton>;
}
