import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { BusinessSelect } from '../../modules/platform/business-select.tsx';
import { getStaff } from '../../modules/tenancy/staff/staff-source.tsx';
import { StaffScreen } from '../../modules/tenancy/staff/staff-screen.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useAddressFilters } from '../routing/use-address-filters.ts';

/**
 * Asks a super admin to choose a business, then renders its staff, to be changed by its owner's
 * rules.
 */
export function TenantStaffPage() {
  const { filters, onFiltersChange } = useAddressFilters();
  const business = filters['business'] || undefined;
  const source = useMemo(() => (business === undefined ? undefined : getStaff(business)), [business]);
  const choice = (
    <div>
      <BusinessSelect
        label="Business"
        placeholder="Choose a business"
        value={business}
        onChange={(id) => onFiltersChange(id === null ? {} : { business: id })}
      />
      {source && (
        <Text size="sm" c="dimmed" mt="xs">
          The business sees in its audit log that you viewed this, why, and what you change.
        </Text>
      )}
    </div>
  );
  if (source) return <StaffScreen source={source}>{choice}</StaffScreen>;
  return (
    <Stack gap="md">
      <Title order={1}>User Management</Title>
      {choice}
      <EmptyState text="Choose a business first" hint="Its staff and invitations are shown here." />
    </Stack>
  );
}
