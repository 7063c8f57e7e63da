import { Button, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useActions } from '../../../lib/actions.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { transactionPages } from './api.ts';
import type { DayRange } from './period.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { empty, failed, hiddenText, useRevenueWording } from './wording.ts';

interface TransactionsSectionProps {
  range: DayRange;
  onWiden: (() => void) | undefined;
}

/** All transactions of the range, loaded while scrolling. */
export function TransactionsSection({ range, onWiden }: TransactionsSectionProps) {
  const words = useRevenueWording();
  const { openDetails } = useActions();
  const pages = transactionPages(range);
  const hidden = useInfiniteQuery(pages).data?.pages[0]?.hidden ?? 0;
  return (
    <section aria-label="Transactions">
      <Stack gap="sm">
        <Title order={2}>Transactions</Title>
        <PagedList
          label="Transactions"
          pages={pages}
          columns={transactionColumns(words, openDetails)}
          keyOf={({ id }) => id}
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
