import { Skeleton } from '@mantine/core';
import type { NotedAppointment } from '@samay/contract/desk/visits';
import { formatRupees } from '@samay/contract/core/money';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { IconFileText } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useActions } from '../../../lib/actions.tsx';
import { errorText } from '../../../lib/api/api.ts';
import { statusTone } from '../../../lib/status-tone.ts';
import { Badge } from '../../../ui/table/badge.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Line, Lines, LinesCard } from '../../../ui/layout/lines-card.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { historyPages } from './api.ts';
import { usePatientWording } from './wording.ts';

/** Lists all bookings of a person, latest first. Each opens its details. */
export function HistorySection({ id }: { id: string }) {
  const { loadFailed } = usePatientWording();
  const query = useInfiniteQuery(historyPages(id));
  const visits = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const failed = errorText(query.error, loadFailed);
  return (
    <LinesCard title="History">
      {query.isPending && <Skeleton height={160} />}
      {query.isLoadingError && (
        <FailureNotice text={failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      <Lines>
        {visits.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </Lines>
      {query.hasNextPage && (
        <LoadMore
          label="Show earlier"
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError ? failed : null}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </LinesCard>
  );
}

function Visit({
  visit: { id, date, time, doctor, status, amount, prescription, note },
}: {
  visit: NotedAppointment;
}) {
  const { openDetails } = useActions();
  return (
    <Line
      name={formatDate(date)}
      below={doctor === null ? formatTime(time) : `${formatTime(time)} · ${doctor}`}
      {...(note !== null && { text: note })}
      onOpen={() => openDetails(id)}
    >
      {amount !== null && formatRupees(amount)}
      {prescription && <Badge tone="quiet" text="Prescription" icon={IconFileText} />}
      <Badge tone={statusTone[status]} text={statusName[status]} />
    </Line>
  );
}
