import { Group, Stack, Title } from '@mantine/core';
import type { DayRange } from '@samay/contract/core/day-range';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { type ReportCell, type ReportTable, reportTables } from '@samay/contract/desk/report-tables';
import { exportReport, type ReportName, type Reports } from '@samay/contract/desk/reports';
import { wording } from '@samay/contract/core/wording';
import { useId } from 'react';
import { downloadText } from '../../../lib/browser/download.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { type Share, ShareBars } from '../share-bars.tsx';

interface ReportSectionProps {
  report: ReportName;
  reports: Reports;
  range: DayRange;
  isStale: boolean;
}

/** The column that a report draws as bars, the first being 0; reports without bars are absent. */
const drawn: Partial<Record<ReportName, number>> = {
  resources: 3,
  services: 3,
  methods: 1,
  people: 1,
  discounts: 3,
  dues: 2,
};

/** Renders one report: its bars, its table with the sums in the last line, and its file. */
export function ReportSection({ report, reports, range, isStale }: ReportSectionProps) {
  const id = useId();
  const words = wording[useSession().businessType ?? 'doctor'];
  const table = reportTables[report](reports, words, range);
  const lines = table.foot ? [...table.rows, table.foot] : table.rows;
  const bars = buildBars(report, table);
  return (
    <section aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id={id}>
            {table.title}
          </Title>
          <ExportButton
            name="Export CSV"
            what={table.title}
            file={`${report}_${range.from}_${range.to}.csv`}
            failed="Failed to export the report"
            download={(file) => downloadText(exportReport, { query: { ...range, report } }, file)}
          />
        </Group>
        {bars && <ShareBars title={bars.title} shares={bars.shares} />}
        <DataTable
          label={table.title}
          columns={listColumns(table)}
          rows={lines.map((cells, at) => ({ cells, key: String(at), isSum: at === table.rows.length }))}
          getKey={({ key }) => key}
          isStale={isStale}
        />
      </Stack>
    </section>
  );
}

interface Line {
  readonly cells: readonly ReportCell[];
  readonly key: string;
  readonly isSum: boolean;
}

const widths = { text: 'minmax(8rem, 2fr)', count: 'minmax(7rem, 1fr)', paise: 'minmax(7rem, 1fr)' };

function listColumns({ columns }: ReportTable): Column<Line>[] {
  return columns.map(({ name, is }, at) => ({
    name,
    width: widths[is],
    isNumber: is !== 'text',
    ...(at === 0 && { place: 'title' as const }),
    ...(columns.length === 2 && at === 1 && { place: 'corner' as const }),
    cell: ({ cells, isSum }: Line) => {
      const cell = cells[at] ?? '';
      if (typeof cell === 'string') return isSum ? <b>{cell}</b> : <LongText text={cell} />;
      const text = is === 'paise' ? formatRupees(cell) : formatCount(cell);
      return isSum ? <b>{text}</b> : text;
    },
  }));
}

/** Returns the bars of a report with at least two lines. */
function buildBars(report: ReportName, table: ReportTable): { title: string; shares: Share[] } | undefined {
  const column = drawn[report];
  if (column === undefined || table.rows.length < 2) return undefined;
  const shares = table.rows.map((cells) => ({ name: String(cells[0]), total: Number(cells[column]) }));
  const name = table.columns[column]?.name ?? '';
  const title = table.title.startsWith('By ') ? `${name} ${table.title.toLowerCase()}` : name;
  return { title, shares: shares.filter(({ total }) => total !== 0) };
}
