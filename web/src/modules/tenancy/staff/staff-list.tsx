import { Button, Skeleton, Stack } from '@mantine/core';
import type { Role } from '@samay/contract/core/roles';
import type { StaffPage, StaffRow } from '@samay/contract/tenancy/staff';
import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { staffPages } from './api.ts';
import { staffColumns } from './staff-columns.tsx';
import { useStaffSource } from './staff-source.tsx';
import { useStaffActions } from './use-staff-actions.tsx';
import { fetchFailed, staffWording } from './wording.ts';

interface StaffListProps {
  query: UseInfiniteQueryResult<InfiniteData<StaffPage>>;
  search: string;
  onShowAll: () => void;
}

/** Renders the list of staff with its states: loading, failed, empty, rows and more rows. */
export function StaffList({ query, search, onShowAll }: StaffListProps) {
  const client = useQueryClient();
  const source = useStaffSource();
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const retry = () => void query.refetch();

  if (query.isPending)
    return (
      <RowsSkeleton onRetry={() => void cancelAndRefetch(client, staffPages(source, search).queryKey)} />
    );
  if (query.isLoadingError)
    return <FailureNotice text={fetchFailed(query.error)} busy={query.isFetching} onRetry={retry} />;
  return (
    <>
      {query.isRefetchError && !query.isFetchNextPageError && (
        <FailureNotice
          text={fetchFailed(query.error)}
          hint="What you see may be out of date."
          busy={query.isRefetching}
          onRetry={retry}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState
          text="No users found"
          hint={
            search === '' ? 'Nobody has joined yet, and nobody is invited.' : 'Try another name or email.'
          }
        >
          {search !== '' && (
            <Button variant="default" onClick={onShowAll}>
              Show all
            </Button>
          )}
        </EmptyState>
      ) : (
        <StaffTable
          rows={rows}
          givable={query.data?.pages[0]?.givable ?? []}
          isStale={query.isPlaceholderData}
        />
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

interface StaffTableProps {
  rows: readonly StaffRow[];
  /** The roles that the user may give; if there are none, nothing can be changed. */
  givable: readonly Role[];
  /** Whether the rows still belong to the previous search. */
  isStale: boolean;
}

/** Renders the table and the dialogs of its actions. */
function StaffTable({ rows, givable, isStale }: StaffTableProps) {
  const { actions, dialogs } = useStaffActions();
  return (
    <>
      <DataTable
        label={staffWording.title}
        columns={staffColumns(actions, givable)}
        rows={rows}
        getKey={({ id }) => id}
        isStale={isStale}
      />
      {dialogs}
    </>
  );
}

/** Renders placeholder rows while the first page loads. */
function RowsSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap={8} role="group" aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={60} radius="md" />
      ))}
    </Stack>
  );
}
