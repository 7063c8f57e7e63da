import { Text } from '@mantine/core';
import type { Dashboard } from '@samay/contract/desk/dashboard';
import { formatTime, formatWeekday, type LocalDate } from '@samay/contract/core/time';
import type { ReactNode } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { statusTone } from '../../../lib/status-tone.ts';
import { Badge } from '../../../ui/table/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Line, Lines, LinesCard } from '../../../ui/layout/lines-card.tsx';

interface UpcomingCardProps {
  lines: Dashboard['upcoming'];
  unmarked: Dashboard['unmarked'];
  today: LocalDate;
}

/**
 * Lists the next bookings, soonest first. Scheduled bookings are shown as Confirmed. Below them are
 * today's past bookings that are neither completed nor marked as a no-show.
 */
export function UpcomingCard({ lines, unmarked, today }: UpcomingCardProps) {
  const { openDetails } = useActions();
  const line = ({ id, personName, date, time }: Dashboard['upcoming'][number], end: ReactNode) => (
    <Line
      key={id}
      name={personName}
      below={`${date === today ? 'Today' : formatWeekday(date)}, ${formatTime(time)}`}
      onOpen={() => openDetails(id)}
    >
      {end}
    </Line>
  );
  return (
    <LinesCard title="Upcoming Appointments">
      {lines.length === 0 ? (
        <EmptyState text="No appointments scheduled" />
      ) : (
        <Lines>
          {lines.map((next) => line(next, <Badge tone={statusTone[next.status]} text="Confirmed" />))}
        </Lines>
      )}
      {unmarked.count > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {`${unmarked.count} earlier today ${unmarked.count === 1 ? 'is' : 'are'} ` +
              'not marked as completed or no-show.'}
          </Text>
          <Lines>{unmarked.lines.map((over) => line(over, <Badge tone="attention" text="Mark" />))}</Lines>
        </>
      )}
    </LinesCard>
  );
}
