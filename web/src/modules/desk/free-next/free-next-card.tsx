import { Stack } from '@mantine/core';
import type { Resource } from '@samay/contract/availability/resources';
import type { FreeStarts } from '@samay/contract/availability/slots';
import { addDays, formatTime, formatWeekday } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useActions } from '../../../lib/actions.tsx';
import { freeStarts, resourceList } from '../../../lib/availability.ts';
import { useMinute } from '../../../lib/browser/use-minute.ts';
import { useMayBook } from '../../../lib/session/use-may-book.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { TonightHours, useNight } from '../../bookings/free-tonight.tsx';
import { getSlots } from '../../bookings/night.ts';
import { resourceChoices } from '../../bookings/resource-choices.ts';
import classes from './free-next-card.module.css';

/** The days that the card looks ahead: one request for all doctors or courts. */
const daysAhead = 7;

/**
 * Renders the next free start of each doctor or court, and a turf's free hours of tonight. A press
 * opens the form for a new booking.
 */
export function FreeNextCard() {
  const today = useMinute().slice(0, 10);
  const mayBook = useMayBook();
  const { data } = useQuery({ ...resourceList(), enabled: mayBook });
  if (!mayBook || !data || resourceChoices(data.items).length === 0) return null;
  return (
    <LoadedSection
      title="Free next"
      query={freeStarts({ from: today, to: addDays(today, daysAhead - 1) })}
      failed="Failed to load the free times"
    >
      {({ resources }) => <NextStarts resources={data.items} free={resources} />}
    </LoadedSection>
  );
}

function NextStarts({ resources, free }: { resources: readonly Resource[]; free: readonly FreeStarts[] }) {
  const isTurf = useSession().businessType === 'turf';
  const night = useNight(isTurf);
  const minute = useMinute();
  const byResource = new Map(
    free.map((one) => [
      one.resourceId,
      getSlots(one).filter(({ date, time }) => `${date} ${time}` >= minute),
    ]),
  );
  return (
    <Stack gap="md">
      {night && <TonightHours night={night} free={free} />}
      <ul className={classes.tiles}>
        {resourceChoices(resources).map(({ id, name }) => (
          <Tile key={id} name={name} slots={byResource.get(id) ?? []} today={minute.slice(0, 10)} />
        ))}
      </ul>
    </Stack>
  );
}

/** Renders a doctor or court with its next free start. */
function Tile({ name, slots, today }: { name: string; slots: ReturnType<typeof getSlots>; today: string }) {
  const { openNewAppointment } = useActions();
  const [next] = slots;
  const left = slots.filter(({ date }) => date === today).length;
  if (!next) {
    return (
      <li className={classes.tile}>
        <LongText text={name} strong />
        <span className={classes.minor}>Nothing free this week</span>
      </li>
    );
  }
  return (
    <li>
      <button type="button" className={classes.tile} onClick={() => openNewAppointment(next)}>
        <LongText text={name} strong />
        <span className={classes.start}>
          {dayName(next.date, today)}, {formatTime(next.time)}
        </span>
        <span className={classes.minor}>{left === 0 ? 'Nothing free today' : `${left} free today`}</span>
      </button>
    </li>
  );
}

function dayName(date: string, today: string): string {
  if (date === today) return 'Today';
  return date === addDays(today, 1) ? 'Tomorrow' : formatWeekday(date);
}
