import { Button, Stack } from '@mantine/core';
import { type StatusFilter, statusName } from '@samay/contract/bookings/statuses';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate, formatTime } from '@samay/contract/core/time';
import type { TenantAppointment } from '@samay/contract/platform/tenants';
import { statusTone } from '../../../lib/status-tone.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { BusinessSelect } from '../business-select.tsx';
import classes from '../filters.module.css';
import { NameCell } from '../name-cell.tsx';
import { tenantAppointmentPages } from './api.ts';

interface TenantAppointmentsScreenProps {
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

const options = [
  { value: 'all', label: 'All' },
  ...Object.entries(statusName).map(([value, label]) => ({ value, label })),
];

/**
 * Lists the bookings of one tenant, read only. A super admin has no business, so a tenant is
 * selected first.
 */
export function TenantAppointmentsScreen({ filters, onFiltersChange }: TenantAppointmentsScreenProps) {
  const { business, search = '', status = 'all' } = filters;
  const today = useToday();
  const change = (next: Record<string, string>) => onFiltersChange({ ...filters, ...next });
  return (
    <Stack gap="md">
      <ScreenHead
        title="Appointments"
        hint="Read only, without names. The business sees in its audit log that you viewed this, and why."
      />
      <div role="search" className={classes.filters}>
        <BusinessSelect
          label="Business"
          placeholder="Choose a business"
          value={business || undefined}
          onChange={(id) => change({ business: id ?? '' })}
        />
        {business && (
          <>
            <SearchInput
              label="Search appointments"
              placeholder="Search by name, contact or reference"
              value={search}
              onSearch={(words) => change({ search: words })}
            />
            <ChoiceSelect
              aria-label="Status"
              data={options}
              value={status}
              onChange={(status) => change({ status: status === 'all' ? '' : status })}
            />
          </>
        )}
      </div>
      {!business && (
        <EmptyState
          text="Choose a business first"
          hint="Its bookings are shown here, and nothing can be changed."
        />
      )}
      {business && (
        <PagedList
          key={business}
          label="Appointments"
          pages={tenantAppointmentPages(business, {
            ...(search ? { search } : { from: today }),
            status: getStatus(status),
          })}
          earlier="Show later days"
          columns={columns}
          getKey={({ id }) => id}
          failed="Failed to load appointments"
          empty={
            <EmptyState
              text={search || status !== 'all' ? 'No matching appointments found' : 'No appointments found'}
            >
              {(search || status !== 'all') && (
                <Button variant="default" onClick={() => onFiltersChange({ business })}>
                  Show all
                </Button>
              )}
            </EmptyState>
          }
        />
      )}
    </Stack>
  );
}

const columns: readonly Column<TenantAppointment>[] = [
  {
    name: 'Name',
    width: 'minmax(10rem, 2fr)',
    place: 'title',
    cell: ({ personName, doctor }) => <NameCell name={personName} below={doctor ?? ''} strong />,
  },
  {
    name: 'Date & Time (IST)',
    width: '11rem',
    cell: ({ date, time }) => `${formatDate(date)}, ${formatTime(time)}`,
  },
  {
    name: 'Status',
    width: '7rem',
    place: 'corner',
    cell: ({ status }) => <Badge tone={statusTone[status]} text={statusName[status]} />,
  },
  {
    name: 'Amount',
    width: '7rem',
    isNumber: true,
    cell: ({ amount }) => (amount === null ? 'No payment' : formatRupees(amount)),
  },
  {
    name: 'Reference',
    width: 'minmax(8.75rem, 1fr)',
    cell: ({ reference }) => <NameCell name={reference} below="" />,
  },
];

function getStatus(text: string): StatusFilter {
  return text === 'all' || Object.hasOwn(statusName, text) ? (text as StatusFilter) : 'all';
}
