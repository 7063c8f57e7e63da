import { Group } from '@mantine/core';
import { formatTime, formatWeekday } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Line, Lines, LinesCard } from '../../../../ui/layout/lines-card.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { StatusBadge } from '../status-badge.tsx';
import { todaysQueue } from './api.ts';
import { useQueueChoice } from './use-queue-choice.ts';

/**
 * Lists the latest past bookings, with a link to the list: the home page of a turf's desk has them.
 */
export function RecentSection({ link }: { link: ReactNode }) {
  const { recentTitle, empty } = useAppointmentWording();
  const { openDetails } = useActions();
  const [choice] = useQueueChoice();
  const { data } = useQuery(todaysQueue(choice));
  if (!data) return null;
  return (
    <LinesCard title={recentTitle}>
      {data.recent.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <Lines>
          {data.recent.map(({ id, personName, date, time, status }) => (
            <Line
              key={id}
              name={personName}
              below={`${formatWeekday(date)}, ${formatTime(time)}`}
              onOpen={() => openDetails(id)}
            >
              <StatusBadge status={status} />
            </Line>
          ))}
        </Lines>
      )}
      <Group>{link}</Group>
    </LinesCard>
  );
}
