import { Button, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { Plan } from '@samay/contract/platform/billing';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { planTerms } from '../api.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** Lists the plans with their limits and prices, with the dialog to edit one. */
export function PlansSection() {
  const { data, error, isFetching } = useQuery(planTerms());
  const client = useQueryClient();
  const [edited, setEdited] = useState<Plan | null>(null);
  return (
    <section aria-label="Plans">
      <Title order={2}>Plans</Title>
      {error && !data && (
        <FailureNotice
          text={errorText(error, 'Failed to load plans')}
          busy={isFetching}
          onRetry={() => void cancelAndRefetch(client, planTerms().queryKey)}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={{ base: 'sm', md: 'lg' }} mt="sm">
        {!data && !error && [1, 2, 3].map((place) => <Skeleton key={place} height={168} radius="lg" />)}
        {data?.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />
        ))}
      </SimpleGrid>
      {edited && <PlanDialog plan={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function PlanCard({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const edit = (
    <Button variant="default" aria-label={`Edit ${plan.name}`} onClick={onEdit}>
      Edit
    </Button>
  );
  return (
    <SectionCard title={plan.name} aside={edit}>
      <div>
        <Text size="xl" fw={600} className="tabular">
          {formatRupees(plan.monthlyPrice)}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            a month
          </Text>
        </Text>
        <Text size="sm">{formatCount(plan.appointmentLimit)} bookings a month</Text>
        <Text size="sm" c="dimmed">
          {formatCount(plan.tenants)} {plan.tenants === 1 ? 'business' : 'businesses'}
        </Text>
      </div>
    </SectionCard>
  );
}
