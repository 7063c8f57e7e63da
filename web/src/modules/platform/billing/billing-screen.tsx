import { Stack } from '@mantine/core';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { PlansSection } from './plans-section.tsx';
import { SubscriptionsSection } from './subscriptions-section.tsx';
import { UnplacedPaymentsSection } from './unplaced-payments-section.tsx';

interface BillingScreenProps {
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

/** Renders plans, subscriptions and payments of all tenants. */
export function BillingScreen({ filters, onFiltersChange }: BillingScreenProps) {
  const change = (next: Record<string, string>) => onFiltersChange({ ...filters, ...next });
  return (
    <Stack gap="xl">
      <ScreenHead title="Billing" hint="Plans and their prices, subscriptions and payments." />
      <PlansSection />
      <SubscriptionsSection plan={filters['plan']} status={filters['status']} onChange={change} />
      <PaymentsSection state={filters['state']} onChange={change} />
      <UnplacedPaymentsSection />
    </Stack>
  );
}
