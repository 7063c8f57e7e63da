import { Group, Stack } from '@mantine/core';
import { exportPapers, exportPaperSums, type PaperPage } from '@samay/contract/invoicing/papers';
import { formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { type ReactNode, useState } from 'react';
import { downloadText } from '../../../lib/browser/download.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { daysOfMonth, monthName } from '../../../lib/months.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { ButtonLink } from '../../../ui/controls/links.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { MonthChoice } from '../../../ui/form/month-choice.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import { paperPages } from './api.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { nameKind } from './paper-lines.ts';
import { MonthTotalsSection } from './month-totals.tsx';
import { ToBillSection } from './to-bill.tsx';

type Row = PaperPage['items'][number];

interface PapersScreenProps {
  /** The month whose papers are listed, such as `2026-10`; the current one without it. */
  month?: string | undefined;
  onMonth: (month: string) => void;
  /** The content after the exports of a month. */
  exported?: (month: string) => ReactNode;
}

/** Lists the papers of a month, newest first, and exports them for the accountant. */
export function PapersScreen({ month, onMonth, exported }: PapersScreenProps) {
  const today = useToday();
  const { businessType } = useSession();
  const [shown, setShown] = useState<string | null>(null);
  const chosen = month ?? today.slice(0, 7);
  const days = daysOfMonth(chosen);
  return (
    <Stack gap="lg">
      <ScreenHead title="Receipts and invoices" hint="Those of a month with their numbers, newest first.">
        <ButtonLink
          to={businessType === 'turf' ? '/turf-dashboard/settings/papers' : '/dashboard/settings/papers'}
          variant="default"
        >
          Settings
        </ButtonLink>
      </ScreenHead>
      <ToBillSection />
      <Group justify="space-between" gap="sm">
        <MonthChoice month={chosen} onMonth={onMonth} />
        <Group gap="xs">
          <ExportButton
            name="Export all lines"
            file={`papers_${chosen}.csv`}
            failed="Failed to export the lines"
            download={(file) => downloadText(exportPapers, { query: days }, file)}
          />
          <ExportButton
            name="Export sums by SAC"
            file={`papers_by_sac_${chosen}.csv`}
            failed="Failed to export the sums"
            download={(file) => downloadText(exportPaperSums, { query: days }, file)}
          />
          {exported?.(chosen)}
        </Group>
      </Group>
      <PagedList
        label={`Receipts and invoices of ${monthName(chosen)}`}
        pages={paperPages(days)}
        columns={getColumns(setShown)}
        getKey={({ id }) => id}
        failed="Failed to load receipts and invoices"
        empty={
          <EmptyState
            text={`No receipts or invoices in ${monthName(chosen)}`}
            hint="Create receipts and invoices in the details of what was paid. They are listed here with their numbers."
          />
        }
      />
      <MonthTotalsSection month={chosen} />
      {shown !== null && (
        <PaperDialog shown={{ id: shown, isPrinted: false }} onClose={() => setShown(null)} />
      )}
    </Stack>
  );
}

function getColumns(onShow: (id: string) => void): readonly Column<Row>[] {
  return [
    {
      name: 'Number',
      width: 'minmax(10rem, 1fr)',
      place: 'title',
      cell: ({ id, number }) => <NameButton name={number} onClick={() => onShow(id)} />,
    },
    { name: 'Date', width: '7rem', cell: ({ date }) => formatDate(date) },
    { name: 'Kind', width: '9rem', cell: ({ kind, isVoid }) => nameKind(kind, isVoid) },
    { name: 'To', width: 'minmax(9rem, 2fr)', cell: ({ recipient }) => <LongText text={recipient} /> },
    {
      name: 'Total',
      width: '8rem',
      place: 'corner',
      isNumber: true,
      cell: ({ total }) => formatRupees(total),
    },
  ];
}
