import { Group, Stack } from '@mantine/core';
import type { LocalDate } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { AwayButton } from '../../bookings/away-button.tsx';
import { FreeTonight } from '../../bookings/free-tonight.tsx';
import { useAppointmentWording } from '../../bookings/wording.ts';
import { chosenPlace, getPlaces } from './layout/places.ts';
import { shownRange } from './layout/view.ts';
import { ScheduleDays } from './schedule-days.tsx';
import { useOffered } from './use-offered.ts';
import { type ScheduleParameters, useShownPlace } from './use-shown-place.ts';

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
        <Group gap="sm">
          <CloseOfShown place={place} />
          <NewButton />
        </Group>
      </ScreenHead>
      {useSession().businessType === 'turf' && <FreeTonight />}
      <ScheduleDays place={place} onPlaceChange={onPlaceChange} printOf={printOf} />
      {below}
    </Stack>
  );
}

/** Renders the button that closes hours of the doctor or court that is shown, on a later day of its own. */
function CloseOfShown({ place }: { place: ScheduleParameters }) {
  const today = useToday();
  const { view, day, resource } = useShownPlace(place);
  const { resources = [] } = useOffered(undefined, shownRange(view, day));
  const chosen = chosenPlace(getPlaces(resources), resource, view === 'week');
  const preset = {
    ...(chosen && { resourceId: chosen.id }),
    ...(view === 'day' && day > today && { date: day }),
  };
  return <AwayButton preset={preset} />;
}

function NewButton() {
  const { openNewAppointment } = useActions();
  const { newTitle } = useAppointmentWording();
  if (!useMayBook()) return null;
  return <PrimaryButton onClick={() => openNewAppointment()}>+ {newTitle}</PrimaryButton>;
}
