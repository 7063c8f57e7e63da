import type { Dashboard } from '@samay/contract/dashboard';
import { formatTime, formatWeekday, type LocalDate } from '@samay/contract/time';
import { statusTone } from '../../lib/status-tone.ts';
import { Badge } from '../../ui/badge.tsx';
import { Line, LinesCard } from './lines-card.tsx';

interface UpcomingCardProps {
  lines: Dashboard['upcoming'];
  today: LocalDate;
}

/** What comes next, soonest first. Scheduled appointments display as Confirmed here (specification, section 2). */
export function UpcomingCard({ lines, today }: UpcomingCardProps) {
  return (
    <LinesCard title="Upcoming Appointments" empty="No appointments scheduled" isEmpty={lines.length === 0}>
      {lines.map(({ id, personName, date, time, status }) => (
        <Line key={id} id={id} personName={personName} when={`${date === today ? 'Today' : formatWeekday(date)}, ${formatTime(time)}`}>
          <Badge tone={statusTone[status]} text="Confirmed" />
        </Line>
      ))}
    </LinesCard>
  );
}
