import { Skeleton, Stack } from '@mantine/core';
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/api/api.ts';
import { cancelAndRefetch } from '../../lib/query-client.ts';
import { type Column, DataTable } from './data-table.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { ScrollRestoration } from '../layout/scroll-restoration.tsx';
import { LoadMore } from './load-more.tsx';
import { SlowNotice } from '../feedback/slow-notice.tsx';

interface Page<Row> {
  items: Row[];
  next: string | null;
}

interface PagedListProps<Row, Key extends QueryKey, Rows extends Page<Row>> {
  label: string;
  /** The query of the pages. */
  pages: UseInfiniteQueryOptions<Rows, Error, InfiniteData<Rows>, Key, string | undefined>;
  columns: readonly Column<Row>[];
  getKey: (row: Row) => string;
  /** The message of a failed request. */
  failed: string;
  /** Content shown if there are no rows. */
  empty: ReactNode;
  /**
   * The label of the button that loads the rows before the first page, for lists that start further
   * down.
   */
  earlier?: string;
}

/**
 * Renders a paged table with its states: skeleton, error with a retry, empty, rows and more rows.
 */
export function PagedList<Row, Key extends QueryKey, Rows extends Page<Row>>({
  label,
  pages,
  columns,
  getKey,
  failed,
  empty,
  earlier,
}: PagedListProps<Row, Key, Rows>) {
  const query = useInfiniteQuery(pages);
  const client = useQueryClient();
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const failure = errorText(query.error, failed);
  return (
    <Stack gap="md">
      {query.isRefetchError && (
        <FailureNotice
          text={failure}
          hint="What you see may be out of date."
          busy={query.isRefetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isLoadingError && (
        <FailureNotice text={failure} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <ListSkeleton onRetry={() => void cancelAndRefetch(client, pages.queryKey)} />}
      {query.data && rows.length === 0 && empty}
      {earlier !== undefined && query.hasPreviousPage && (
        <LoadMore
          label={earlier}
          busy={query.isFetchingPreviousPage}
          failed={query.isFetchPreviousPageError ? failure : null}
          onLoad={() => void query.fetchPreviousPage()}
        />
      )}
      {rows.length > 0 && (
        <ScrollRestoration selector="[data-row]" always={query.isFetchingPreviousPage}>
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            getKey={getKey}
            isStale={query.isPlaceholderData}
          />
        </ScrollRestoration>
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Load more"
          automatic
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError ? failure : null}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </Stack>
  );
}

/** Renders placeholder rows while the first page loads. */
function ListSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap={8} role="group" aria-busy aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} height={60} radius="md" />
      ))}
    </Stack>
  );
}
