import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type DaySheet } from '@samay/contract/bookings/day-sheet';
import type { LocalDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { toastFailed } from '../../../ui/feedback/toast.tsx';
import { daySheet } from './api.ts';
import { PrintedDaySheet } from './printed-day-sheet.tsx';
import classes from './print-day-button.module.css';

/** Prints the current list of a day. */
export function PrintDayButton({ date }: { date: LocalDate }) {
  const client = useQueryClient();
  const name = date === useToday() ? 'Print today' : 'Print day';
  const { bookings } = wording[useSession().businessType ?? 'doctor'];
  const [sheet, setSheet] = useState<DaySheet | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.fetchQuery({ ...daySheet(date), staleTime: 0 }),
    onSuccess: setSheet,
    onError: (error) => toastFailed(errorText(error, `Failed to load ${bookings}`)),
  });
  return (
    <>
      <Button
        variant="default"
        aria-label={name}
        classNames={{ root: classes.root ?? '', label: classes.label ?? '', section: classes.section ?? '' }}
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {name}
      </Button>
      {sheet && (
        <PrintSheet title={`${bookings} ${sheet.date}`} onDone={() => setSheet(null)}>
          <PrintedDaySheet sheet={sheet} />
        </PrintSheet>
      )}
    </>
  );
}
