import { Skeleton, Stack } from '@mantine/core';
import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/api/api.ts';
import { cancelAndRefetch } from '../../lib/query-client.ts';
import { FailureNotice } from './failure-notice.tsx';
import { SectionCard } from '../layout/section-card.tsx';
import { SlowNotice } from './slow-notice.tsx';

interface LoadedSectionProps<Data, Key extends QueryKey> {
  title: string;
  hint?: string;
  /** Content next to the heading, shown once the data is loaded. */
  aside?: (data: Data) => ReactNode;
  /** Content above the section's own, shown before it is loaded as well. */
  above?: ReactNode;
  query: UseQueryOptions<Data, Error, Data, Key> & { queryKey: Key };
  /** The message of a failed request. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** Renders a section card for a query: a skeleton, an error with a retry button, or the content. */
export function LoadedSection<Data, Key extends QueryKey>({
  query,
  failed,
  aside,
  above,
  children,
  ...head
}: LoadedSectionProps<Data, Key>) {
  const { data, error, isFetching } = useQuery(query);
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, query.queryKey);
  return (
    <SectionCard {...head} aside={data !== undefined && aside?.(data)}>
      {above}
      {data !== undefined && children(data)}
      {data === undefined && error && (
        <FailureNotice text={errorText(error, failed)} busy={isFetching} onRetry={retry} />
      )}
      {data === undefined && !error && (
        <Stack gap="sm" role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={24} width="40%" radius="md" />
          <Skeleton height={36} radius="md" />
        </Stack>
      )}
    </SectionCard>
  );
}
