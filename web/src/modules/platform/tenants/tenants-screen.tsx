import { Button, Stack } from '@mantine/core';
import { listTenants, type TenantFilter } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { PrimaryButton } from '../../../ui/form/primary-button.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { nonEmptyFilters, pagedOptions, platformKey } from '../api.ts';
import classes from '../filters.module.css';
import { isPlan, planOptions } from '../wording.ts';
import { AddTenantDialog } from './add-tenant-dialog.tsx';
import { tenantColumns } from './tenant-columns.tsx';
import { useTenantActions } from './use-tenant-actions.tsx';
import { isTenantFilter, tenantFilterOptions } from './wording.ts';

interface TenantsScreenProps {
  /** The search parameters of the address; invalid values are ignored. */
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

/**
 * Renders Tenants Management: search, filters, the table of tenants and the dialogs of their
 * actions.
 */
export function TenantsScreen({ filters: given, onFiltersChange }: TenantsScreenProps) {
  const filters = getFilters(given);
  const [isAdding, setAdding] = useState(false);
  const { actions, dialogs } = useTenantActions();
  const change = (next: Record<string, string>) => onFiltersChange({ ...given, ...next });
  const isNarrowed = Boolean(filters.search) || filters.status !== 'all' || filters.plan !== undefined;
  return (
    <Stack gap="md">
      <ScreenHead title="Tenants Management">
        <PrimaryButton onClick={() => setAdding(true)}>Add Tenant</PrimaryButton>
      </ScreenHead>
      <div role="search" className={classes.filters}>
        <SearchInput
          label="Search tenants"
          placeholder="Search by name, email or owner"
          value={filters.search ?? ''}
          onSearch={(search) => change({ search })}
        />
        <ChoiceSelect
          aria-label="Plan"
          data={[{ value: '', label: 'All plans' }, ...planOptions]}
          value={filters.plan ?? ''}
          onChange={(plan) => change({ plan })}
        />
        <ChoiceSelect
          aria-label="Status"
          data={tenantFilterOptions}
          value={filters.status}
          onChange={(status) => change({ status: status === 'all' ? '' : status })}
        />
      </div>
      <PagedList
        label="Tenants"
        pages={tenantPages(filters)}
        columns={tenantColumns(actions)}
        getKey={({ id }) => id}
        failed="Failed to load tenants"
        empty={
          isNarrowed ? (
            <EmptyState
              text="No matching tenants found"
              hint="Try other words or another filter. To find an email, type the whole address."
            >
              <Button variant="default" onClick={() => onFiltersChange({})}>
                Show all
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              text="No tenants yet"
              hint="Add the first business: its owner gets an invitation by email."
            >
              <Button variant="default" onClick={() => setAdding(true)}>
                Add Tenant
              </Button>
            </EmptyState>
          )
        }
      />
      {isAdding && <AddTenantDialog onClose={() => setAdding(false)} />}
      {dialogs}
    </Stack>
  );
}

function getFilters({ search, status, plan }: Readonly<Record<string, string>>): TenantFilters {
  return {
    ...(search && { search }),
    status: isTenantFilter(status) ? status : 'all',
    ...(isPlan(plan) && { plan }),
  };
}

interface TenantFilters {
  readonly search?: string | undefined;
  readonly status: TenantFilter;
  readonly plan?: PlanId | undefined;
}

function tenantPages(filters: TenantFilters) {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'tenants', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listTenants, { query: { ...nonEmptyFilters(filters), cursor: pageParam }, signal }),
  });
}
