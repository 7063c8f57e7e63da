import { Stack, Title } from '@mantine/core';
import { formatDate, indiaDate } from '@samay/contract/core/time';
import type { SubscriptionLine } from '@samay/contract/platform/billing';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import classes from '../filters.module.css';
import { NameCell } from '../name-cell.tsx';
import { isPlan, planName, planOptions } from '../wording.ts';
import { subscriptionPages } from './api.ts';

interface SubscriptionsSectionProps {
  plan: string | undefined;
  status: string | undefined;
  onChange: (next: Record<string, string>) => void;
}

/** Lists the current and past subscriptions of all tenants. */
export function SubscriptionsSection({ plan, status, onChange }: SubscriptionsSectionProps) {
  const state = status === 'active' || status === 'ended' ? status : undefined;
  return (
    <section aria-label="Subscriptions">
      <Stack gap="sm">
        <Title order={2}>Subscriptions</Title>
        <div className={classes.rest}>
          <ChoiceSelect
            aria-label="Plan of the subscription"
            data={[{ value: '', label: 'All plans' }, ...planOptions]}
            value={isPlan(plan) ? plan : ''}
            onChange={(plan) => onChange({ plan })}
          />
          <ChoiceSelect
            aria-label="Status of the subscription"
            data={[
              { value: '', label: 'All statuses' },
              { value: 'active', label: 'Active' },
              { value: 'ended', label: 'Ended' },
            ]}
            value={state ?? ''}
            onChange={(status) => onChange({ status })}
          />
        </div>
        <PagedList
          label="Subscriptions"
          pages={subscriptionPages({ ...(isPlan(plan) && { plan }), ...(state && { status: state }) })}
          columns={columns}
          getKey={({ id }) => id}
          failed="Failed to load subscriptions"
          empty={<EmptyState text="No subscriptions found" />}
        />
      </Stack>
    </section>
  );
}

const columns: readonly Column<SubscriptionLine>[] = [
  {
    name: 'Tenant',
    width: 'minmax(10rem, 2fr)',
    place: 'title',
    cell: ({ tenant }) => <NameCell name={tenant.name} below="" strong />,
  },
  { name: 'Plan', width: '7.5rem', cell: ({ planId }) => planName[planId] },
  {
    name: 'Status',
    width: '6rem',
    place: 'corner',
    cell: ({ status }) => (
      <Badge
        {...(status === 'active' ? { tone: 'good', text: 'Active' } : { tone: 'quiet', text: 'Ended' })}
      />
    ),
  },
  { name: 'Cycle from', width: '7.5rem', cell: ({ cycleStart }) => formatDate(cycleStart) },
  { name: 'Since', width: '7.5rem', cell: ({ createdAt }) => formatDate(indiaDate(new Date(createdAt))) },
];
