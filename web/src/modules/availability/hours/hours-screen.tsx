import { Button, Group, Stack, Text } from '@mantine/core';
import type { HourException } from '@samay/contract/availability/hours';
import { resourceNames } from '@samay/contract/availability/resource-names';
import type { Resource } from '@samay/contract/availability/resources';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { getHours } from '@samay/contract/availability/hours';
import { addMonths } from '@samay/contract/core/time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '../../../lib/browser/use-today.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { getActive, hoursQuery, resourcesQuery } from '../api.ts';
import { useAvailabilityWording } from '../wording.ts';
import { BusinessHoursForm } from './business-hours-form.tsx';
import { ExceptionDialog } from './exception-dialog.tsx';
import { ExceptionsList } from './exceptions-list.tsx';
import { OwnHoursList } from './own-hours-list.tsx';
import { CalendarLegend, YearCalendar } from './year-calendar.tsx';
import { monthStart, yearFrom, yearMonths } from './year-days.ts';

type Hours = ReplyOf<typeof getHours>;

/**
 * Renders the opening hours: of the week, those of single doctors or courts, closures and extra
 * hours, and a year's calendar of them.
 */
export function HoursScreen() {
  const today = useToday();
  const [first, setFirst] = useState(() => monthStart(today));
  const [day, setDay] = useState<string | null>(null);
  const isOwner = useSession().permissions.includes('resources.write');
  const mayChange = useSession().tenant?.suspended !== true;
  const { Resources, Bookings } = useAvailabilityWording();
  const { from, to } = yearFrom(first);
  const year = { ...hoursQuery(from, to), placeholderData: keepPreviousData };
  const resources = getActive(useQuery(resourcesQuery).data?.items ?? []);
  const own = isOwner ? resources : resources.filter((resource) => resource.isOwn);
  const names = resourceNames(resources);
  const choices = useChoices(own);
  /** Shows a doctor the business's exceptions and their own. */
  const isShown = (resourceId: string | null) =>
    isOwner || resourceId === null || own.some(({ id }) => id === resourceId);
  const failed = 'Failed to load hours';

  return (
    <Stack gap="md">
      <ScreenHead title="Hours and closures">
        {mayChange && choices.length > 0 && (
          <PrimaryButton onClick={() => setDay(today)}>Add closure</PrimaryButton>
        )}
      </ScreenHead>
      <Stack gap="md" maw={760}>
        {isOwner && (
          <LoadedSection
            title="Opening hours"
            hint="Hours that end before they start last until the next day."
            query={year}
            failed={failed}
          >
            {({ business }) => <BusinessHoursForm hours={business} />}
          </LoadedSection>
        )}
        {(own.length > 1 || !isOwner) && (
          <LoadedSection
            title={isOwner ? `Own hours of ${Resources.toLowerCase()}` : 'Your hours'}
            query={year}
            failed={failed}
          >
            {({ business }) => <OwnHoursList resources={own} business={business} mayChange={mayChange} />}
          </LoadedSection>
        )}
        <LoadedSection
          title="Closures and extra hours"
          hint={`${Bookings} within a closure stay. They are listed when you add it.`}
          query={year}
          failed={failed}
        >
          {({ exceptions }) => (
            <ExceptionsList
              exceptions={exceptions.filter(
                ({ to: end, resourceId }) => end.date >= today && isShown(resourceId),
              )}
              nameOf={(id) => names.get(id ?? '') ?? 'Whole business'}
              mayRemove={({ resourceId }) =>
                mayChange && (isOwner || own.some(({ id }) => id === resourceId))
              }
            />
          )}
        </LoadedSection>
      </Stack>
      <LoadedSection
        title="Calendar"
        hint={mayChange ? 'Click a day to add a closure.' : ''}
        query={year}
        failed={failed}
      >
        {(hours) => (
          <Calendar
            hours={hours}
            first={first}
            today={today}
            resources={own}
            hasBusiness={isOwner}
            onFirst={setFirst}
            onDay={mayChange && choices.length > 0 ? setDay : undefined}
          />
        )}
      </LoadedSection>
      {day !== null && <ExceptionDialog date={day} choices={choices} onClose={() => setDay(null)} />}
    </Stack>
  );
}

/**
 * Returns the targets for which the user may add a closure: the business first, for its owner, then
 * each doctor or court with its parts.
 */
function useChoices(own: readonly Resource[]) {
  const isOwner = useSession().permissions.includes('resources.write');
  const business = isOwner ? [{ value: '', label: 'Whole business' }] : [];
  const names = resourceNames(own);
  const ids = own.flatMap(({ id, parts }) => [
    id,
    ...parts.filter(({ archivedAt }) => archivedAt === null).map((part) => part.id),
  ]);
  const named = ids.map((id) => ({ value: id, label: names.get(id) ?? '' }));
  return [...business, ...(named.length === 1 && isOwner ? [] : named)];
}

interface CalendarProps {
  hours: Hours;
  first: string;
  today: string;
  resources: readonly Resource[];
  hasBusiness: boolean;
  onFirst: (first: string) => void;
  onDay: ((date: string) => void) | undefined;
}

function Calendar({ hours, first, today, resources, hasBusiness, onFirst, onDay }: CalendarProps) {
  const [whose, setWhose] = useState(hasBusiness ? '' : (resources[0]?.id ?? ''));
  const choices = [
    ...(hasBusiness ? [{ value: '', label: 'Whole business' }] : []),
    ...resources.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const own = hours.ofResources.find(({ resourceId }) => resourceId === whose)?.hours ?? [];
  const exceptions = hours.exceptions.filter((exception) => belongsTo(exception, whose));
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Group gap="xs">
          <Button variant="default" onClick={() => onFirst(addMonths(first, -12))}>
            Previous year
          </Button>
          <Button variant="default" onClick={() => onFirst(addMonths(first, 12))}>
            Next year
          </Button>
        </Group>
        {choices.length > (hasBusiness ? 2 : 1) && (
          <ChoiceSelect label="Show" data={choices} value={whose} onChange={setWhose} />
        )}
      </Group>
      <CalendarLegend />
      {hours.business.length === 0 && own.length === 0 && (
        <Text size="sm" c="dimmed">
          No opening hours are set yet.
        </Text>
      )}
      <YearCalendar
        months={yearMonths(first, own.length > 0 ? own : hours.business, exceptions)}
        today={today}
        onDay={onDay}
      />
    </Stack>
  );
}

function belongsTo({ resourceId }: HourException, whose: string): boolean {
  return resourceId === null || resourceId === whose;
}
