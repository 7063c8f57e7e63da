import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { LocalDate } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Pills } from '../../../ui/table/pills.tsx';
import { ResourceChoice } from './resource-choice.tsx';
import { scheduleOf, tenantScheduleQuery } from './api.ts';
import classes from './schedule-days.module.css';
import { type ScheduleParameters, useShownPlace } from './use-shown-place.ts';
import { Waiting } from './waiting.tsx';
import { shownRange, stepped, viewTitle, type ViewName, viewNames } from './layout/view.ts';

// Loads the views later: they are larger than the rest of the page, and the frame does not wait for
// them. A day and a week do not use the calendar library.
const ColumnsView = lazy(async () => ({
  default: (await loadChunk(() => import('./columns-view.tsx'))).ColumnsView,
}));
const Month = lazy(async () => ({ default: (await loadChunk(() => import('./month.tsx'))).Month }));

interface ScheduleDaysProps {
  place: ScheduleParameters;
  onPlaceChange: (next: ScheduleParameters) => void;
  /** The button that prints the day, shown in the day view. */
  printOf?: ((day: LocalDate) => ReactNode) | undefined;
  /** The id of the business that a super admin reads; undefined for the user's own business. */
  of?: string;
}

const names: Record<ViewName, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** Renders the schedule of a day, a week or a month with navigation, by default of today. */
export function ScheduleDays({ place, onPlaceChange, printOf, of }: ScheduleDaysProps) {
  const today = useToday();
  const { view, day, resource } = useShownPlace(place);
  const go = (to: ScheduleParameters) => onPlaceChange({ ...place, view, day, ...to });
  return (
    <>
      <div className={classes.bar}>
        <Group gap="xs">
          <Button
            variant="default"
            flex="none"
            aria-pressed={day === today}
            onClick={() => go({ day: today })}
          >
            Today
          </Button>
          <Step label={`Previous ${view}`} onClick={() => go({ day: stepped(view, day, -1) })}>
            <IconChevronLeft size={18} aria-hidden />
          </Step>
          <Step label={`Next ${view}`} onClick={() => go({ day: stepped(view, day, 1) })}>
            <IconChevronRight size={18} aria-hidden />
          </Step>
          <h2 className={classes.title} aria-live="polite">
            {viewTitle(view, day)}
          </h2>
          {view !== 'month' && (
            <ResourceChoice
              view={view}
              day={day}
              resource={resource}
              of={of}
              onChange={(id) => go({ resource: id })}
            />
          )}
        </Group>
        <Group gap="sm">
          <Pills
            label="View"
            options={viewNames.map((value) => ({ value, name: names[value] }))}
            value={view}
            onChange={(name) => go({ view: name })}
          />
          {view === 'day' && printOf?.(day)}
        </Group>
      </div>
      <Bookings
        view={view}
        day={day}
        resource={resource}
        of={of}
        onDay={(next) => go({ view: 'day', day: next })}
      />
    </>
  );
}

interface BookingsProps {
  view: ViewName;
  day: LocalDate;
  resource: string | undefined;
  of: string | undefined;
  onDay: (day: LocalDate) => void;
}

function Bookings({ view, day, resource, of, onDay }: BookingsProps) {
  const range = shownRange(view, day);
  const options = of === undefined ? scheduleOf(range) : tenantScheduleQuery(of, range);
  const { data, error, isFetching, isPlaceholderData } = useQuery(options);
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, options.queryKey);
  return (
    <>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the schedule')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <Waiting view={view} onRetry={retry} />}
      {data && (
        <div
          className={classes.calendar}
          data-view={view}
          aria-busy={isPlaceholderData}
          data-stale={isPlaceholderData || undefined}
        >
          <Suspense fallback={<Waiting view={view} onRetry={retry} />}>
            {view === 'month' ? (
              <Month key={day} day={day} schedule={data} isReadOnly={of !== undefined} onDay={onDay} />
            ) : (
              <ColumnsView view={view} day={day} schedule={data} resource={resource} of={of} />
            )}
          </Suspense>
        </div>
      )}
    </>
  );
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" size="input-sm" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
