import { Button, Group, Stack, Title } from '@mantine/core';
import { exportRevenue } from '@samay/contract/bookings/revenue';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { downloadText } from '../../../lib/browser/download.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastFailed } from '../../../ui/feedback/toast.tsx';
import { PeriodForm } from './period-form.tsx';
import { type DayRange, isIncomplete, type Narrowed, type Period, rangeOf } from './period.ts';
import { RevenueReport } from './revenue-report.tsx';
import classes from './revenue-screen.module.css';
import { noTenant, useRevenueWording } from './wording.ts';

interface RevenueScreenProps {
  period: Period;
  /** Called with a new period, which shows all transactions again. */
  onPeriodChange: (next: Period) => void;
  narrowed?: Narrowed;
  /** Content shown first, whatever the period is. */
  first?: ReactNode;
  /** A link next to the title. */
  link?: ReactNode;
}

/** Renders a business's numbers, and its revenue over a selected period. */
export function RevenueScreen({ period, onPeriodChange, narrowed = {}, first, link }: RevenueScreenProps) {
  const { title } = useRevenueWording();
  const { tenant } = useSession();
  const client = useQueryClient();
  const range = rangeOf(period, useToday());
  const onWiden = () => onPeriodChange({ ...period, name: 'monthly' });
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        <Group gap="sm">
          <ExportButton range={range} />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void client.invalidateQueries({ queryKey: ['appointments', 'revenue'] })}
          >
            Refresh
          </Button>
          {link}
        </Group>
      </div>
      {tenant && first}
      <PeriodForm period={period} onChange={onPeriodChange} />
      {tenant ? (
        <RevenueReport
          range={range}
          isIncomplete={isIncomplete(period)}
          narrowed={narrowed}
          onShowAll={() => onPeriodChange(period)}
          {...(period.name !== 'monthly' && { onWiden })}
        />
      ) : (
        <FailureNotice text={noTenant} />
      )}
    </Stack>
  );
}

/** Downloads the transactions of the range as a CSV file. */
function ExportButton({ range }: { range: DayRange }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      downloadText(
        exportRevenue,
        { query: range },
        { name: `revenue_${range.from}_${range.to}.csv`, type: 'text/csv' },
      ),
    onError: (error) => toastFailed(errorText(error, 'Failed to export the transactions')),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  );
}
