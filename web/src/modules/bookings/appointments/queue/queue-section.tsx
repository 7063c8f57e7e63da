import { Button, Group, SimpleGrid, Skeleton } from '@mantine/core';
import type { Queue } from '@samay/contract/bookings/queue';
import { formatCount } from '@samay/contract/core/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { errorText } from '../../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../../lib/query-client.ts';
import { useMayBook } from '../../../../lib/session/use-may-book.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';
import { SectionCard } from '../../../../ui/layout/section-card.tsx';
import { useTransitions } from '../actions/use-transitions.ts';
import { useAppointmentWording } from '../../wording.ts';
import { todaysQueue } from './api.ts';
import { QueueRow, RecentRow } from './queue-row.tsx';
import classes from './queue-section.module.css';

/** Today at the desk: the bookings to come with their most used actions, and the last ones that are over. `link` leads to the full list. */
export function QueueSection({ link }: { link: ReactNode }) {
  const { loadFailed } = useAppointmentWording();
  const { data, error, isFetching } = useQuery(todaysQueue());
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, todaysQueue().queryKey);
  return (
    <>
      {error && (
        <FailureNotice
          text={errorText(error, loadFailed)}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && (
        <div role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={280} radius="lg" />
        </div>
      )}
      {data && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Waiting queue={data} />
          <Recent queue={data} link={link} />
        </SimpleGrid>
      )}
    </>
  );
}

function Waiting({ queue: { waiting, done } }: { queue: Queue }) {
  const transitions = useTransitions();
  const { openNewAppointment } = useActions();
  const mayBook = useMayBook();
  const counts = `${formatCount(waiting.length)} to come, ${formatCount(done.completed)} completed, ${formatCount(done.noShow)} no-show`;
  const book = mayBook && <Button onClick={() => openNewAppointment()}>+ New Appointment</Button>;
  return (
    <SectionCard title="Today" hint={counts}>
      {waiting.length === 0 ? (
        <EmptyState text="Nobody else is expected today">{book}</EmptyState>
      ) : (
        <ol className={classes.rows}>
          {waiting.map((appointment, index) => (
            <QueueRow key={appointment.id} appointment={appointment} isNext={index === 0} transitions={transitions} />
          ))}
        </ol>
      )}
      {waiting.length > 0 && book && <Group>{book}</Group>}
    </SectionCard>
  );
}

function Recent({ queue: { recent }, link }: { queue: Queue; link: ReactNode }) {
  const { recentTitle, empty } = useAppointmentWording();
  return (
    <SectionCard title={recentTitle}>
      {recent.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <ul className={classes.rows}>
          {recent.map((appointment) => (
            <RecentRow key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      )}
      <Group>{link}</Group>
    </SectionCard>
  );
}
