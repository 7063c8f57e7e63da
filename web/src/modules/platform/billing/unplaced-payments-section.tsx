import { Stack, Text, Title } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import type { UnplacedPayment } from '@samay/contract/platform/billing';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { NameCell } from '../name-cell.tsx';
import { unplacedPaymentPages } from './api.ts';
import { unplacedReason } from './wording.ts';

/**
 * Lists captured payments that gave no plan, to be refunded or settled with the payer. The payer
 * was informed by email if the address is known.
 */
export function UnplacedPaymentsSection() {
  return (
    <section aria-label="Payments to settle">
      <Stack gap="sm">
        <Title order={2}>Payments to settle</Title>
        <Text size="sm" c="dimmed">
          Captured payments without a plan: refund them at the payment provider, or agree with the payer, who
          was told by email if the address is known.
        </Text>
        <PagedList
          label="Payments to settle"
          pages={unplacedPaymentPages()}
          columns={columns}
          getKey={({ id }) => id}
          failed="Failed to load payments to settle"
          empty={<EmptyState text="No payments to settle" />}
        />
      </Stack>
    </section>
  );
}

const columns: readonly Column<UnplacedPayment>[] = [
  {
    name: 'Payer',
    width: 'minmax(10rem, 2fr)',
    place: 'title',
    cell: ({ tenant, email }) => (
      <NameCell name={tenant?.name ?? email ?? 'Not known'} below={tenant ? (email ?? '') : ''} strong />
    ),
  },
  { name: 'Amount', width: '6rem', isNumber: true, cell: amountText },
  { name: 'Reason', width: 'minmax(11rem, 1.5fr)', cell: reasonText },
  { name: 'When', width: '11rem', cell: ({ notedAt }) => formatInstant(notedAt) },
  {
    name: 'Payment',
    width: 'minmax(7.5rem, 1fr)',
    cell: ({ paymentId, orderId }) => <NameCell name={paymentId} below={orderId ?? 'No order'} />,
  },
];

function amountText({ amount, currency }: UnplacedPayment): string {
  return currency === 'INR' ? formatRupees(amount) : `${currency} ${(amount / 100).toFixed(2)}`;
}

function reasonText({ reason, ordered }: UnplacedPayment): string {
  return reason === 'other_amount' && ordered !== null
    ? `Another amount than the ${formatRupees(ordered)} ordered`
    : unplacedReason[reason];
}
