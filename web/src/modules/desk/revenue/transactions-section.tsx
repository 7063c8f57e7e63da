import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { resourceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useActions } from '../../../lib/actions.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { transactionPages } from './api.ts';
import type { DayRange, Narrowed } from './period.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { empty, failed, hiddenText, useRevenueWording } from './wording.ts';

interface TransactionsSectionProps {
  range: DayRange;
  narrowed: Narrowed;
  onShowAll: () => void;
  onWiden: (() => void) | undefined;
}

/**
 * Lists the transactions of the range, all or those of a payment method or of a doctor or court,
 * loaded while scrolling.
 */
export function TransactionsSection({ range, narrowed, onShowAll, onWiden }: TransactionsSectionProps) {
  const words = useRevenueWording();
  const { openDetails } = useActions();
  const pages = transactionPages(range, narrowed);
  const hidden = useInfiniteQuery(pages).data?.pages[0]?.hidden ?? 0;
  const heading = useOpenedBy('transactions');
  const of = useNarrowedText(narrowed);
  return (
    <section aria-label="Transactions" id="transactions">
      <Stack gap="sm">
        <Group gap="sm">
          <Title order={2} ref={heading} tabIndex={-1} style={{ scrollMarginTop: 72 }}>
            Transactions
          </Title>
          {of !== undefined && (
            <>
              <Text size="sm">{of}</Text>
              <Button variant="default" size="xs" onClick={onShowAll}>
                Show all
              </Button>
            </>
          )}
        </Group>
        <PagedList
          label="Transactions"
          pages={pages}
          columns={transactionColumns(words, openDetails)}
          getKey={({ id }) => id}
          failed={failed('Unknown error')}
          empty={
            <EmptyState text={empty}>
              {onWiden && (
                <Button variant="default" onClick={onWiden}>
                  Show 30 days
                </Button>
              )}
            </EmptyState>
          }
        />
        {hidden > 0 && <Text size="sm">{hiddenText(hidden, words)}</Text>}
      </Stack>
    </section>
  );
}

/** Names the transactions' filter: `UPI`, or the name of the doctor or court. */
function useNarrowedText({ method, resource }: Narrowed): string | undefined {
  const { resource: word } = wording[useSession().businessType ?? 'doctor'];
  const { data } = useQuery({ ...resourceList(), enabled: resource !== undefined && resource !== 'none' });
  if (method !== undefined) return method;
  if (resource === undefined) return undefined;
  return resource === 'none'
    ? `No ${word}`
    : (data?.items.find(({ id }) => id === resource)?.name ?? capitalise(word));
}

/**
 * Scrolls to a heading and focuses it when a link with its hash is followed, even if the page is
 * open already.
 */
function useOpenedBy(hash: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (location.hash !== hash) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [location, hash]);
  return heading;
}
