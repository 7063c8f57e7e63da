import { Button, Skeleton, Title } from '@mantine/core';
import type { Queue, QueueStage } from '@samay/contract/desk/queue';
import { formatCount } from '@samay/contract/core/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { ApiError, errorText } from '../../../../lib/api/api.ts';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { useMinute } from '../../../../lib/browser/use-minute.ts';
import { cancelAndRefetch } from '../../../../lib/query-client.ts';
import { AwayButton } from '../../away-button.tsx';
import { useMayBook } from '../../../../lib/session/use-may-book.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { TextLink } from '../../../../ui/controls/links.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../../ui/feedback/slow-notice.tsx';
import { ChoiceSelect } from '../../../../ui/form/choice-select.tsx';
import { noDoctorYet } from '../../wording.ts';
import { todaysQueue } from './api.ts';
import { QueueList } from './queue-list.tsx';
import { toOption, useQueueChoice, useQueueOptions } from './use-queue-choice.ts';
import { useAppointmentWording } from '../../wording.ts';
import classes from './queue.module.css';

const LateDoctors = lazy(async () => ({
  default: (await loadChunk(() => import('./late-doctors.tsx'))).LateDoctors,
}));

interface QueueSectionProps {
  /** The largest number of rows shown, with a link to the page with the rest; by default all. */
  first?: { readonly most: number; readonly page: string };
  /** Whether the queue is a page of its own, with the screen's heading. */
  isPage?: boolean;
}

/**
 * Renders today's queue of a doctor, a court or the business. It updates on each change and every
 * minute.
 */
export function QueueSection({ first, isPage = false }: QueueSectionProps) {
  const id = useId();
  const [choice, change] = useQueueChoice();
  const { query, retry } = useQueue(choice, () => change(undefined));
  const { data, error, isFetching } = query;
  const options = useQueueOptions(data);
  const mayWrite = useMayBook();
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <div>
          <Title order={isPage ? 1 : 2} id={id}>
            Queue
          </Title>
          {data && <Counts queue={data} />}
        </div>
        <div className={classes.tools}>
          {data && options.length > 0 && (
            <div className={classes.choice}>
              <ChoiceSelect
                aria-label="Whose queue"
                data={options}
                value={toOption(data)}
                onChange={change}
              />
            </div>
          )}
          {data && mayWrite && hasOthers(data) && (
            <Button
              variant="default"
              flex="none"
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              Running late…
            </Button>
          )}
          {data && <AwayButton preset={data.resourceId === null ? {} : { resourceId: data.resourceId }} />}
        </div>
      </div>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the queue')}
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
      {data?.late && (data.late.length > 0 || isAsking) && (
        <Suspense fallback={null}>
          <LateDoctors queue={data} isAsking={isAsking} onAsked={() => setAsking(false)} />
        </Suspense>
      )}
      {data?.waiting.length === 0 && <Nobody done={data.done} />}
      {data && <Rows queue={data} most={first?.most} headingOrder={isPage ? 2 : 3} />}
      {data && first && data.waiting.length > first.most && (
        <TextLink to={first.page} size="sm">
          {`All ${formatCount(data.waiting.length)} in the queue`}
        </TextLink>
      )}
    </section>
  );
}

interface RowsProps {
  queue: Queue;
  most: number | undefined;
  headingOrder: 2 | 3;
}

/** Renders the queue, and the dues for users who take money. */
function Rows({ queue, most, headingOrder }: RowsProps) {
  const { waiting, resources, toPay } = queue;
  const shown = useMemo(() => waiting.slice(0, most), [waiting, most]);
  const payable = useMemo(() => toPay.filter(({ may }) => may.includes('recordPayment')), [toPay]);
  if (shown.length === 0 && payable.length === 0) return null;
  return (
    <QueueList
      rows={shown}
      doctors={resources}
      own={findOwn(queue)}
      toPay={payable}
      headingOrder={headingOrder}
      of={toOption(queue)}
    />
  );
}

/** Returns the caller's own doctor or court, if the queue is theirs. */
function findOwn({ resources, resourceId }: Queue): Queue['resources'][number] | undefined {
  return resources.find(({ id, isOwn }) => isOwn && id === resourceId);
}

/**
 * Returns the query of a queue. A remembered choice that no longer belongs to the business is
 * forgotten.
 */
function useQueue(choice: string | undefined, forget: () => void) {
  const options = todaysQueue(choice);
  const query = useQuery(options);
  const client = useQueryClient();
  const minute = useMinute();
  const seen = useRef(minute);
  const isGone = choice !== undefined && query.error instanceof ApiError && query.error.status === 404;
  const { refetch } = query;
  // Refetches by time, which decides who is late and who plays; an unchanged queue is answered
  // without a body.
  useEffect(() => {
    if (seen.current === minute) return;
    seen.current = minute;
    void refetch();
  }, [refetch, minute]);
  useEffect(() => {
    if (isGone) forget();
  }, [isGone, forget]);
  return { query, retry: () => void cancelAndRefetch(client, options.queryKey) };
}

const stageNames: Record<'doctor' | 'turf', Record<QueueStage, string>> = {
  doctor: { in: 'in consultation', waiting: 'waiting', expected: 'expected' },
  turf: { in: 'playing', waiting: 'here', expected: 'expected' },
};

/** Returns whether a doctor of a waiting room is not shown as late. */
function hasOthers({ late, resources }: Queue): boolean {
  return late !== undefined && resources.some(({ id }) => late.every(({ resourceId }) => resourceId !== id));
}

function Counts({ queue }: { queue: Queue }) {
  const { waiting, done } = queue;
  const lacking = findOwn(queue) ? waiting.filter(({ lacksDoctor }) => lacksDoctor) : [];
  const queued = waiting.filter((entry) => !lacking.includes(entry));
  const names = stageNames[useSession().businessType ?? 'doctor'];
  const counted = [
    ...(['in', 'waiting', 'expected'] as const).map(
      (stage) => [queued.filter((entry) => entry.stage === stage).length, names[stage]] as const,
    ),
    [lacking.length, `with ${noDoctorYet.toLowerCase()}`] as const,
    [done.completed, 'completed'] as const,
    [done.noShow, 'no-show'] as const,
  ];
  const shown = counted
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${formatCount(count)} ${name}`);
  return <span className={classes.counts}>{shown.join(', ')}</span>;
}

function Nobody({ done: { completed, noShow } }: Pick<Queue, 'done'>) {
  const { openNewAppointment } = useActions();
  const { newTitle } = useAppointmentWording();
  const mayBook = useMayBook();
  return (
    <EmptyState text={completed + noShow > 0 ? 'Nobody else is expected today' : 'Nobody is expected today'}>
      {mayBook && <Button onClick={() => openNewAppointment()}>+ {newTitle}</Button>}
    </EmptyState>
  );
}
