import { Stack, Title } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import type { PaymentLine } from '@samay/contract/platform/billing';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import classes from '../filters.module.css';
import { NameCell } from '../name-cell.tsx';
import { planName } from '../wording.ts';
import { paymentPages } from './api.ts';
import { paymentState, ungrantedReason } from './wording.ts';

const options = [
  { value: '', label: 'All states' },
  ...Object.entries(paymentState).map(([value, { name }]) => ({ value, label: name })),
];

/**
 * Lists the orders at the payment provider. A paid order that gave no plan is marked and shows the
 * reason.
 */
export function PaymentsSection({
  state,
  onChange,
}: {
  state: string | undefined;
  onChange: (next: Record<string, string>) => void;
}) {
  const chosen = isState(state) ? state : undefined;
  return (
    <section aria-label="Payments">
      <Stack gap="sm">
        <Title order={2}>Payments</Title>
        <div className={classes.rest}>
          <ChoiceSelect
            aria-label="State of the payment"
            data={options}
            value={chosen ?? ''}
            onChange={(state) => onChange({ state })}
          />
        </div>
        <PagedList
          label="Payments"
          pages={paymentPages({ ...(chosen && { state: chosen }) })}
          columns={columns}
          getKey={({ id }) => id}
          failed="Failed to load payments"
          empty={<EmptyState text="No payments found" />}
        />
      </Stack>
    </section>
  );
}

const columns: readonly Column<PaymentLine>[] = [
  {
    name: 'Payer',
    width: 'minmax(10rem, 2fr)',
    place: 'title',
    cell: (payment) => (
      <NameCell
        name={payment.tenant?.name ?? payment.businessName ?? payment.email}
        below={payment.email}
        strong
      />
    ),
  },
  { name: 'Plan', width: '6.5rem', cell: ({ planId }) => planName[planId] },
  { name: 'Amount', width: '6rem', isNumber: true, cell: ({ amount }) => formatRupees(amount) },
  {
    name: 'State',
    width: '8.5rem',
    place: 'corner',
    cell: ({ state }) => <Badge tone={paymentState[state].tone} text={paymentState[state].name} />,
  },
  { name: 'When', width: '11rem', cell: ({ paidAt, createdAt }) => formatInstant(paidAt ?? createdAt) },
  {
    name: 'Payment',
    width: 'minmax(7.5rem, 1fr)',
    cell: ({ paymentId, reason }) => (
      <NameCell
        name={paymentId ?? 'Not paid'}
        below={reason === null ? '' : (ungrantedReason[reason] ?? reason)}
      />
    ),
  },
];

function isState(text: string | undefined): text is PaymentLine['state'] {
  return text !== undefined && Object.hasOwn(paymentState, text);
}
