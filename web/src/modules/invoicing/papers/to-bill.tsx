import { Button, Text } from '@mantine/core';
import { paperNames } from '@samay/contract/invoicing/papers';
import type { ToBill } from '@samay/contract/invoicing/to-bill';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useActions } from '../../../lib/actions.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import { toBillPages } from './api.ts';
import { type BillingState, useBillAll } from './use-bill-all.ts';

/**
 * Lists what waits for a bill, a note or a refund voucher, oldest first, and bills all visits after one question: a paper
 * stays. A credit note is made or dismissed in the details of its booking.
 */
export function ToBillSection() {
  const { openDetails } = useActions();
  const { data } = useInfiniteQuery(toBillPages());
  const { state, billAll } = useBillAll();
  const [isAsking, setAsking] = useState(false);
  const hasBills = data?.pages.some(({ items }) => items.some(({ kind }) => kind !== 'credit_note')) ?? false;
  return (
    <SectionCard
      title="To bill"
      hint="Completed visits without their bill, notes that bills ask for, and refunds without their voucher, oldest first."
      aside={
        hasBills && (
          <Button loading={state.isRunning} onClick={() => setAsking(true)}>
            Bill all
          </Button>
        )
      }
    >
      <ConfirmDialog
        opened={isAsking}
        title="Bill all"
        question="Everything that is listed, also further down, gets its number. What is created cannot be taken back."
        yes="Bill all now"
        no="Not now"
        isDestructive={false}
        onYes={() => {
          setAsking(false);
          void billAll();
        }}
        onNo={() => setAsking(false)}
      />
      <Text size="sm" role="status">
        {progressText(state)}
      </Text>
      {state.failures.has('') && <FailureNotice text={state.failures.get('') ?? ''} />}
      <PagedList
        label="To bill"
        pages={toBillPages()}
        columns={columnsFor(openDetails, state)}
        getKey={({ appointmentId }) => appointmentId}
        failed="Failed to load what is to bill"
        empty={
          <EmptyState text="Everything is billed" hint="Visits are listed here once they are completed." />
        }
      />
    </SectionCard>
  );
}

function progressText({ isRunning, tried, made, failures }: BillingState): string {
  if (isRunning) return `${made} billed, ${tried - made} failed so far`;
  if (tried === 0) return '';
  const failed = failures.size === 0 ? '' : ` ${tried - made} failed: the list says why.`;
  return `${made} of ${tried} billed.${failed}`;
}

function columnsFor(onOpen: (id: string) => void, { failures }: BillingState): readonly Column<ToBill>[] {
  return [
    {
      name: 'Name',
      width: 'minmax(10rem, 1fr)',
      place: 'title',
      cell: ({ appointmentId, personName }) => (
        <NameButton name={personName} onClick={() => onOpen(appointmentId)} />
      ),
    },
    { name: 'Date', width: '7rem', cell: ({ date }) => formatDate(date) },
    {
      name: 'What',
      width: 'minmax(11rem, 2fr)',
      cell: ({ appointmentId, kind, of }) => (
        <div>
          {whatText({ kind, of })}
          {failures.has(appointmentId) && (
            <Text size="sm" c="var(--mantine-color-error)">
              {failures.get(appointmentId)}
            </Text>
          )}
        </div>
      ),
    },
    {
      name: 'Total',
      width: '8rem',
      place: 'corner',
      isNumber: true,
      cell: ({ total }) => formatRupees(total),
    },
  ];
}

function whatText({ kind, of }: Pick<ToBill, 'kind' | 'of'>): string {
  if (kind === 'bill') return 'Bill';
  return `${paperNames[kind]} to ${of?.number ?? ''}`;
}
