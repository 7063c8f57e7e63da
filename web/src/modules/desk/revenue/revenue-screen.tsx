import { Button, Group, Stack, Title } from '@mantine/core';
import { exportRevenue } from '@samay/contract/desk/revenue';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadText } from '../../../lib/browser/download.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { PeriodForm } from './period-form.tsx';
import { isIncomplete, type Narrowed, type Period, resolveRange } from './period.ts';
import { RevenueReport } from './revenue-report.tsx';
import classes from './revenue-screen.module.css';
import { noTenant, useRevenueWording } from './wording.ts';

interface RevenueScreenProps {
  period: Period;
  /** Called with a new period, which shows all transactions again. */
  onPeriodChange: (next: Period) => void;
  narrowed?: Narrowed;
  /** Content shown first, for any period. */
  first?: ReactNode;
  /** A link next to the title. */
  link?: ReactNode;
}

/** Renders a business's numbers, and its revenue over a selected period. */
export function RevenueScreen({ period, onPeriodChange, narrowed = {}, first, link }: RevenueScreenProps) {
  const { title } = useRevenueWording();
  const { tenant } = useSession();
  const client = useQueryClient();
  const range = resolveRange(period, useToday());
  const onWiden = () => onPeriodChange({ ...period, name: 'monthly' });
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        <Group gap="sm">
          <ExportButton
            name="Export CSV"
            file={`revenue_${range.from}_${range.to}.csv`}
            failed="Failed to export the transactions"
            download={(file) => downloadText(exportRevenue, { query: range }, file)}
          />
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
