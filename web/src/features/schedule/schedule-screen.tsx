import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useActions } from '../../lib/actions.tsx';
import { useMayBook } from '../../lib/use-may-book.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ScheduleDays, type SchedulePlace } from './schedule-days.tsx';

interface ScheduleScreenProps {
  place: SchedulePlace;
  onPlaceChange: (next: SchedulePlace) => void;
  /** Below our own calendar: the connected one. */
  beside?: ReactNode;
}

/** The bookings as a calendar: a free time is clicked to book it, a booking to see its details. */
export function ScheduleScreen({ place, onPlaceChange, beside }: ScheduleScreenProps) {
  return (
    <Stack gap="md">
      <ScreenHead title="Schedule">
        <NewButton />
      </ScreenHead>
      <ScheduleDays place={place} onPlaceChange={onPlaceChange} />
      {beside}
    </Stack>
  );
}

function NewButton() {
  const { openNewAppointment } = useActions();
  if (!useMayBook()) return null;
  return <Button onClick={() => openNewAppointment()}>+ New Appointment</Button>;
}
