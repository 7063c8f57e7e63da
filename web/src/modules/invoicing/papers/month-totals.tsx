import { Group } from '@mantine/core';
import { exportMonth, type MonthTotal, monthTables } from '@samay/contract/invoicing/paper-months';
import { formatExactRupees } from '@samay/contract/core/money';
import { downloadFile } from '../../../lib/browser/download.ts';
import { daysOfMonth, monthName } from '../../../lib/months.ts';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { monthTotals } from './api.ts';

/** Shows what the return of a month has, and exports its tables for the accountant. */
export function MonthTotalsSection({ month }: { month: string }) {
  const days = daysOfMonth(month);
  return (
    <LoadedSection
      title="For the accountant"
      hint={`The tables of the return for ${monthName(month)}: the ZIP file has a CSV file of each, with HSN and documents issued.`}
      above={
        <Group justify="flex-end">
          <ExportButton
            name="Export all tables"
            file={`accountant_${month}.zip`}
            failed="Failed to export the tables"
            download={({ name }) => downloadFile(exportMonth, { query: days }, name)}
          />
        </Group>
      }
      query={monthTotals(days)}
      failed="Failed to load the sums of the month"
    >
      {({ totals }) => <Totals month={month} totals={totals.filter(({ lines }) => lines > 0)} />}
    </LoadedSection>
  );
}

function Totals({ month, totals }: { month: string; totals: readonly MonthTotal[] }) {
  if (totals.length === 0)
    return (
      <EmptyState text={`Nothing for the return of ${monthName(month)}`} hint="Receipts are no part of it." />
    );
  return (
    <DataTable
      label={`Return of ${monthName(month)}`}
      columns={columns}
      rows={totals}
      getKey={({ table }) => table}
    />
  );
}

const columns: readonly Column<MonthTotal>[] = [
  {
    name: 'Table',
    width: 'minmax(12rem, 2fr)',
    place: 'title',
    cell: ({ table }) => monthTables.find(({ id }) => id === table)?.name ?? table,
  },
  amountColumn('Taxable value', 'taxable'),
  amountColumn('CGST', 'cgst'),
  amountColumn('SGST', 'sgst'),
  { ...amountColumn('Total', 'total'), place: 'corner' },
];

function amountColumn(name: string, sum: 'taxable' | 'cgst' | 'sgst' | 'total'): Column<MonthTotal> {
  return { name, width: '8rem', isNumber: true, cell: (row) => formatExactRupees(row[sum]) };
}
