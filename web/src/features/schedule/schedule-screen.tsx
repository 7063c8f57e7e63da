import { ActionIcon, Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { indiaDate, type LocalDate, now } from '@samay/contract/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useActions } from '../../lib/actions.tsx';
import { errorText } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk.ts';
import { askAgain } from '../../lib/query-client.ts';
import { useMayBook } from '../../lib/use-may-book.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Pills } from '../../ui/pills.tsx';
import { SlowNotice } from '../../ui/slow-notice.tsx';
import { scheduleOf } from './api.ts';
import classes from './schedule-screen.module.css';
import { rangeOf, stepped, titleOf, type ViewName, viewNames } from './view.ts';

// The drawing library is heavier than the rest of the page together: the frame does not wait for it.
const Calendar = lazy(async () => ({ default: (await loadChunk(() => import('./calendar.tsx'))).Calendar }));

export interface SchedulePlace {
  readonly view?: ViewName;
  readonly day?: LocalDate;
}

interface ScheduleScreenProps {
  place: SchedulePlace;
  onPlaceChange: (next: SchedulePlace) => void;
  /** Beside our own calendar: the connected one. */
  beside?: ReactNode;
}

const names: Record<ViewName, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** The bookings as a calendar: a free time is clicked to book it, a booking to see its details. Without a choice a phone shows the day. */
export function ScheduleScreen({ place, onPlaceChange, beside }: ScheduleScreenProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const today = indiaDate(now());
  const { view = isPhone ? 'day' : 'week', day = today } = place;
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <Title order={1}>Schedule</Title>
        <NewButton />
      </div>
      <div className={classes.bar}>
        <Group gap="xs">
          <Button variant="default" flex="none" aria-pressed={day === today} onClick={() => onPlaceChange({ view, day: today })}>
            Today
          </Button>
          <Step label={`Previous ${view}`} onClick={() => onPlaceChange({ view, day: stepped(view, day, -1) })}>
            <IconChevronLeft size={18} aria-hidden />
          </Step>
          <Step label={`Next ${view}`} onClick={() => onPlaceChange({ view, day: stepped(view, day, 1) })}>
            <IconChevronRight size={18} aria-hidden />
          </Step>
          <h2 className={classes.title} aria-live="polite">
            {titleOf(view, day)}
          </h2>
        </Group>
        <Pills
          label="View"
          options={viewNames.map((value) => ({ value, name: names[value] }))}
          value={view}
          onChange={(name) => onPlaceChange({ view: name, day })}
        />
      </div>
      <Bookings view={view} day={day} onDay={(next) => onPlaceChange({ view: 'day', day: next })} />
      {beside}
    </Stack>
  );
}

function Bookings({ view, day, onDay }: { view: ViewName; day: LocalDate; onDay: (day: LocalDate) => void }) {
  const options = scheduleOf(rangeOf(view, day));
  const { data, error, isFetching, isPlaceholderData } = useQuery(options);
  const client = useQueryClient();
  const retry = () => void askAgain(client, options.queryKey);
  return (
    <>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the schedule')}
          {...(data && { hint: 'You see what was loaded before.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <Waiting onRetry={retry} />}
      {data && (
        <div className={classes.calendar} data-view={view} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          <Suspense fallback={<Waiting onRetry={retry} />}>
            <Calendar view={view} day={day} schedule={data} onDay={onDay} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function NewButton() {
  const { openNewAppointment } = useActions();
  if (!useMayBook()) return null;
  return <Button onClick={() => openNewAppointment()}>+ New Appointment</Button>;
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" size="input-sm" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function Waiting({ onRetry }: { onRetry: () => void }) {
  return (
    <div aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      <Skeleton height={520} radius="lg" />
    </div>
  );
}
