import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ClosedPeriod, exportCloses } from '@samay/contract/ledger/closes';
import type { DrawerClose } from '@samay/contract/ledger/drawers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { downloadText } from '../../../../lib/browser/download.ts';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { daysOfMonth, monthName } from '../../../../lib/months.ts';
import { ExportButton } from '../../../../ui/controls/export-button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';
import { MonthChoice } from '../../../../ui/form/month-choice.tsx';
import { ScreenHead } from '../../../../ui/layout/screen-head.tsx';
import { SectionCard } from '../../../../ui/layout/section-card.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { closePages, closeSumsQuery, fetchAllCloses } from '../api.ts';
import { Sums } from '../drawer-card.tsx';
import classes from '../drawer.module.css';
import { ClosesPrint } from './closes-print.tsx';
import { monthSums } from './month-sums.ts';
import { periodColumns } from './period-columns.tsx';
import { ReopenDialog } from '../reopen-dialog.tsx';

// Loads the chart library later, so that the list below does not wait for it.
const DifferencesChart = lazy(async () => ({
  default: (await loadChunk(() => import('./differences-chart.tsx'))).DifferencesChart,
}));

interface ClosesScreenProps {
  /** The month whose closes are listed, such as `2026-10`; the current one without it. */
  month?: string | undefined;
  onMonth: (month: string) => void;
  /** The link to the money of today. */
  link: ReactNode;
}

/** Lists the closes of all drawers in a month with their petty cash, prints and exports them. */
export function ClosesScreen({ month, onMonth, link }: ClosesScreenProps) {
  const today = useToday();
  const [reopened, setReopened] = useState<DrawerClose | null>(null);
  const chosen = month ?? today.slice(0, 7);
  const days = daysOfMonth(chosen);
  return (
    <Stack gap="lg">
      <ScreenHead
        title="Petty cash and closes"
        hint="What each drawer took and paid out until it was closed. An expense is listed with the close of its drawer."
      >
        {link}
      </ScreenHead>
      <Group justify="space-between" gap="sm">
        <MonthChoice month={chosen} onMonth={onMonth} />
        <Group gap="xs">
          <PrintButton month={chosen} />
          <ExportButton
            name="Export closes"
            file={`closes_${chosen}.csv`}
            failed="Failed to export the closes"
            download={(file) => downloadText(exportCloses, { query: days }, file)}
          />
        </Group>
      </Group>
      <SumsOfMonth month={chosen} />
      <PagedList
        label={`Closes of ${monthName(chosen)}`}
        pages={closePages(days)}
        columns={periodColumns(today, setReopened)}
        getKey={({ id }) => id}
        failed="Failed to load the closes"
        empty={
          <EmptyState
            text={`No drawer was closed in ${monthName(chosen)}`}
            hint="Each close is listed here with its petty cash and its difference."
          />
        }
      />
      {reopened && <ReopenDialog close={reopened} onClose={() => setReopened(null)} />}
    </Stack>
  );
}

/** Renders the sums of a month and its differences as a chart; nothing where nothing was closed. */
function SumsOfMonth({ month }: { month: string }) {
  const { data, error, isFetching, refetch } = useQuery(closeSumsQuery(daysOfMonth(month)));
  const waiting = <Skeleton height={220} radius="lg" />;
  if (error && !data) {
    return (
      <FailureNotice
        text={errorText(error, 'Failed to load the sums')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return waiting;
  if (data.count === 0) return null;
  return (
    <div className={classes.columns}>
      <SectionCard title={`Sums of ${monthName(month)}`}>
        <Sums sums={monthSums(data)} />
        <Text size="sm" c="dimmed">
          Reopened closes count for nothing.
        </Text>
      </SectionCard>
      <Suspense fallback={waiting}>
        <DifferencesChart month={month} apart={data.days} />
      </Suspense>
    </div>
  );
}

/** Fetches all closes of a month, and prints them. */
function PrintButton({ month }: { month: string }) {
  const [printed, setPrinted] = useState<readonly ClosedPeriod[] | null>(null);
  const { data: sums } = useQuery(closeSumsQuery(daysOfMonth(month)));
  const load = useMutation({
    mutationFn: () => fetchAllCloses(daysOfMonth(month)),
    onSuccess: setPrinted,
    onError: (error) => toastFailed(errorText(error, 'Failed to load the closes')),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={load.isPending}
        onClick={() => load.mutate()}
      >
        Print
      </Button>
      {printed && sums && (
        <ClosesPrint month={month} closes={printed} sums={sums} onDone={() => setPrinted(null)} />
      )}
    </>
  );
}
