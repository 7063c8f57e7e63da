import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type DaySheet } from '@samay/contract/desk/day-sheet';
import type { LocalDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { toastFailed } from '../../../ui/feedback/toast.tsx';
import { daySheet } from './api.ts';
import type { DayPrint } from './printed-day-sheet.tsx';
import classes from './print-day-button.module.css';

interface Printed {
  readonly sheet: DaySheet;
  readonly Print: typeof DayPrint;
}

/** Prints the current list of a day. Loads the code of the printed list on the press. */
export function PrintDayButton({ date }: { date: LocalDate }) {
  const client = useQueryClient();
  const name = date === useToday() ? 'Print today' : 'Print day';
  const { bookings } = wording[useSession().businessType ?? 'doctor'];
  const [printed, setPrinted] = useState<Printed | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const [sheet, { DayPrint: Print }] = await Promise.all([
        client.fetchQuery({ ...daySheet(date), staleTime: 0 }),
        loadChunk(() => import('./printed-day-sheet.tsx')),
      ]);
      return { sheet, Print };
    },
    onSuccess: setPrinted,
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
      {printed && <printed.Print sheet={printed.sheet} onDone={() => setPrinted(null)} />}
    </>
  );
}
