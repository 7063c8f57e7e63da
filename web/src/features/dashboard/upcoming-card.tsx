import type { Dashboard } from '@samay/contract/dashboard';
import { formatTime, formatWeekday, type LocalDate } from '@samay/contract/time';
import { useActions } from '../../lib/actions.tsx';
import { statusTone } from '../../lib/status-tone.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Line, Lines, LinesCard } from '../../ui/lines-card.tsx';

interface UpcomingCardProps {
  lines: Dashboard['upcoming'];
  today: LocalDate;
}

/** What comes next, soonest first. Scheduled appointments display as Confirmed here (specification, section 2). */
export function UpcomingCard({ lines, today }: UpcomingCardProps) {
  const { openDetails } = useActions();
  return (
    <LinesCard title="Upcoming Appointments">
      {lines.length === 0 ? (
        <EmptyState text="No appointments scheduled" />
      ) : (
        <Lines>
          {lines.map(({ id, personName, date, time, status }) => (
            <Line
              key={id}
              name={personName}
              below={`${date === today ? 'Today' : formatWeekday(date)}, ${formatTime(time)}`}
              onOpen={() => openDetails(id)}
            >
              <Badge tone={statusTone[status]} text="Confirmed" />
            </Line>
          ))}
        </Lines>
      )}
    </LinesCard>
  );
}
