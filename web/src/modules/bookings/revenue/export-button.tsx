import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportRevenue } from '@samay/contract/bookings/revenue';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { downloadText } from '../../../lib/browser/download.ts';
import { toastFailed } from '../../../ui/feedback/toast.tsx';
import type { DayRange } from './period.ts';

/** Takes the transactions of the range out as a file. */
export function ExportButton({ range }: { range: DayRange }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadText(exportRevenue, { query: range }, { name: `revenue_${range.from}_${range.to}.csv`, type: 'text/csv' }),
    onError: (error) => toastFailed(errorText(error, 'Failed to export the transactions')),
  });
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  );
}
