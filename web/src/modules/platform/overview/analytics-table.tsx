import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { Column } from '../../../ui/table/data-table.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { planName } from '../wording.ts';
import { type Period, periodName, getRevenue } from './period-name.ts';

/** Renders the numbers of the charts as a table, newest period first. */
export function AnalyticsTable({ periods, by }: { periods: readonly Period[]; by: 'month' | 'week' }) {
  const hasNone = periods.some(({ revenue }) => revenue.none > 0);
  return (
    <DataTable
      label="Numbers per period"
      columns={makeColumns(by, hasNone)}
      rows={periods.toReversed()}
      getKey={({ start }) => start}
    />
  );
}

function makeColumns(by: 'month' | 'week', hasNone: boolean): Column<Period>[] {
  return [
    {
      name: by === 'month' ? 'Month' : 'Week',
      width: 'minmax(8.75rem, 1.5fr)',
      place: 'title',
      cell: (period) => periodName(period, by),
    },
    { name: 'Tenants', width: '4.5rem', isNumber: true, cell: ({ tenants }) => formatCount(tenants) },
    { name: 'New', width: '3.5rem', isNumber: true, cell: ({ newTenants }) => formatCount(newTenants) },
    { name: 'Bookings', width: '5rem', isNumber: true, cell: ({ bookings }) => formatCount(bookings) },
    ...(['basic', 'premium', 'enterprise'] as const).map((plan): Column<Period> => ({
      name: planName[plan],
      width: 'minmax(5.5rem, 1fr)',
      isNumber: true,
      cell: ({ revenue }) => formatRupees(revenue[plan]),
    })),
    ...(hasNone
      ? [
          {
            name: 'No plan',
            width: 'minmax(5.5rem, 1fr)',
            isNumber: true,
            cell: ({ revenue }: Period) => formatRupees(revenue.none),
          },
        ]
      : []),
    {
      name: 'Revenue',
      width: 'minmax(6rem, 1fr)',
      isNumber: true,
      cell: (period) => <strong>{formatRupees(getRevenue(period))}</strong>,
    },
  ];
}
