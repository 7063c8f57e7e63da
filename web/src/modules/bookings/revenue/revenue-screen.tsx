import { Button, Group, Stack, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { ExportButton } from './export-button.tsx';
import { isIncomplete, type Period, rangeOf } from './period.ts';
import { PeriodForm } from './period-form.tsx';
import { RevenueReport } from './revenue-report.tsx';
import classes from './revenue-screen.module.css';
import { useRevenueWording } from './use-revenue-wording.ts';
import { noTenant } from './wording.ts';

interface RevenueScreenProps {
  period: Period;
  onPeriodChange: (next: Period) => void;
}

/** The business's money over a period: what it sums up to, where it came from, and every transaction behind it. */
export function RevenueScreen({ period, onPeriodChange }: RevenueScreenProps) {
  const { title } = useRevenueWording();
  const { tenant } = useSession();
  const client = useQueryClient();
  const range = rangeOf(period, useToday());
  const onWiden = () => onPeriodChange({ ...period, name: 'monthly' });
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        <Group gap="sm" wrap="nowrap">
          <ExportButton range={range} />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void client.invalidateQueries({ queryKey: ['appointments', 'revenue'] })}
          >
            Refresh
          </Button>
        </Group>
      </div>
      <PeriodForm period={period} onChange={onPeriodChange} />
      {tenant ? (
        <RevenueReport range={range} isIncomplete={isIncomplete(period)} {...(period.name !== 'monthly' && { onWiden })} />
      ) : (
        <FailureNotice text={noTenant} />
      )}
    </Stack>
  );
}
