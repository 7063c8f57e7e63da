import { Button } from '@mantine/core';
import type { StaffPage } from '@samay/contract/tenancy/staff';
import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { staffPages } from './api.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useStaffSource } from './source.tsx';
import { StaffTable } from './staff-table.tsx';
import { fetchFailed } from './wording.ts';

interface StaffListProps {
  query: UseInfiniteQueryResult<InfiniteData<StaffPage>>;
  search: string;
  onShowAll: () => void;
}

/** The rows, or what stands in their place, and what leads to the rows beyond them. */
export function StaffList({ query, search, onShowAll }: StaffListProps) {
  const client = useQueryClient();
  const source = useStaffSource();
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const retry = () => void query.refetch();

  if (query.isPending) return <RowsSkeleton onRetry={() => void cancelAndRefetch(client, staffPages(source, search).queryKey)} />;
  if (query.isLoadingError) return <FailureNotice text={fetchFailed(query.error)} busy={query.isFetching} onRetry={retry} />;
  return (
    <>
      {query.isRefetchError && !query.isFetchNextPageError && (
        <FailureNotice text={fetchFailed(query.error)} hint="What you see may be out of date." busy={query.isRefetching} onRetry={retry} />
      )}
      {rows.length === 0 ? (
        <EmptyState
          text="No users found"
          hint={search === '' ? 'Nobody has joined yet, and nobody is invited.' : 'Try another name or email.'}
        >
          {search !== '' && (
            <Button variant="default" onClick={onShowAll}>
              Show all
            </Button>
          )}
        </EmptyState>
      ) : (
        <StaffTable rows={rows} givable={query.data?.pages[0]?.givable ?? []} isStale={query.isPlaceholderData} />
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Load more"
          automatic
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError ? fetchFailed(query.error) : null}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}
