import { formatCount } from '@samay/contract/core/money';
import { formatDate, indiaDate } from '@samay/contract/core/time';
import type { TenantLine, TenantStatus } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { RowButton, RowButtons } from '../../../ui/table/row-button.tsx';
import { NameCell } from '../name-cell.tsx';
import { planOptions, tenantStatusName } from '../wording.ts';
import type { TenantActions } from './use-tenant-actions.tsx';
import { tenantStatusOptions } from './wording.ts';

/**
 * Returns the columns of the table: tenant, owner, plan, status, users, created and the actions.
 */
export function tenantColumns(actions: TenantActions): Column<TenantLine>[] {
  return [
    {
      name: 'Tenant',
      width: 'minmax(10rem, 2fr)',
      place: 'title',
      cell: (tenant) => <NameCell name={tenant.name} below={tenant.email} strong />,
    },
    {
      name: 'Owner',
      width: 'minmax(8.75rem, 2fr)',
      cell: ({ ownerName, ownerEmail }) => (
        <NameCell
          name={ownerName ?? ownerEmail ?? 'Nobody yet'}
          below={ownerName === null ? '' : (ownerEmail ?? '')}
        />
      ),
    },
    {
      name: 'Plan',
      width: '8.25rem',
      cell: (tenant) => <PlanSelect tenant={tenant} onChoose={actions.changePlan} />,
    },
    {
      name: 'Status',
      width: '8.25rem',
      cell: (tenant) => <StatusSelect tenant={tenant} onChoose={actions.changeStatus} />,
    },
    { name: 'Users', width: '3.5rem', isNumber: true, cell: ({ usersCount }) => formatCount(usersCount) },
    { name: 'Created', width: '6.5rem', cell: ({ createdAt }) => formatDate(indiaDate(new Date(createdAt))) },
    {
      name: 'Actions',
      width: '9.25rem',
      place: 'foot',
      cell: (tenant) => <RowActions tenant={tenant} actions={actions} />,
    },
  ];
}

function PlanSelect({
  tenant,
  onChoose,
}: {
  tenant: TenantLine;
  onChoose: (tenant: TenantLine, plan: PlanId) => void;
}) {
  return (
    <ChoiceSelect
      aria-label={`Plan of ${tenant.name}`}
      disabled={tenant.deletedAt !== null}
      data={tenant.planId === null ? [{ value: '', label: 'No plan' }, ...planOptions] : planOptions}
      value={tenant.planId ?? ''}
      onChange={(chosen) => onChoose(tenant, chosen as PlanId)}
    />
  );
}

function StatusSelect({
  tenant,
  onChoose,
}: {
  tenant: TenantLine;
  onChoose: (tenant: TenantLine, status: TenantStatus) => void;
}) {
  if (tenant.deletedAt !== null) return <Badge tone="quiet" text="Deleted" />;
  return (
    <ChoiceSelect
      aria-label={`Status of ${tenant.name}`}
      data={tenantStatusOptions}
      value={tenant.status}
      title={tenantStatusName[tenant.status]}
      onChange={(chosen) => onChoose(tenant, chosen as TenantStatus)}
    />
  );
}

function RowActions({ tenant, actions }: { tenant: TenantLine; actions: TenantActions }) {
  return (
    <RowButtons>
      <RowButton label={`View ${tenant.name}`} onClick={() => actions.view(tenant)}>
        View
      </RowButton>
      {tenant.deletedAt === null ? (
        <RowButton isDestructive label={`Delete ${tenant.name}`} onClick={() => actions.remove(tenant)}>
          Delete
        </RowButton>
      ) : (
        <RowButton label={`Restore ${tenant.name}`} onClick={() => actions.restore(tenant)}>
          Restore
        </RowButton>
      )}
    </RowButtons>
  );
}
