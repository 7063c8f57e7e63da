import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClosingPreset } from '../../../lib/actions.tsx';
import { openingHours } from '../../../lib/availability.ts';
import { minuteNow } from '../../../lib/browser/use-minute.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { daysOfNight, type OpenHours } from '../night.ts';
import { useAppointmentWording } from '../wording.ts';
import { PlanForm } from './plan-form.tsx';
import { ClosingsList } from './closings-list.tsx';
import { useWhom } from './use-whom.ts';

export interface PlanDialogProps {
  preset: ClosingPreset;
  onClose: () => void;
  /** Called with the id of the closing that was made. */
  onClosed: (id: string) => void;
  /** Opens an earlier closing, and with `isOn` carries out its rest. */
  onOpen: (id: string, isOn: boolean) => void;
}

const noHours: OpenHours = { business: [], ofResources: [], exceptions: [] };

/** Asks for the doctor or court, the time and the reason, and lists earlier closings. */
export function PlanDialog({ preset, onClose, onClosed, onOpen }: PlanDialogProps) {
  const { away } = useAppointmentWording();
  const [minute] = useState(minuteNow);
  const [isDirty, setDirty] = useState(false);
  const { isPending } = useWhom();
  const hours = useQuery(openingHours(daysOfNight(minute.slice(0, 10))));
  return (
    <FormDialog title={away} isDirty={isDirty} onClose={onClose} size="xl">
      {(askToClose) =>
        isPending || hours.isPending ? (
          <Skeleton height={320} radius="md" aria-busy />
        ) : (
          <>
            {preset.closure === undefined && <ClosingsList onOpen={onOpen} />}
            <PlanForm
              preset={preset}
              minute={minute}
              hours={hours.data ?? noHours}
              onDirty={() => setDirty(true)}
              onClose={askToClose}
              onClosed={onClosed}
            />
          </>
        )
      }
    </FormDialog>
  );
}
