import { useState } from 'react';
import type { ClosingPreset } from '../../../lib/actions.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ClosingProgress } from './closing-progress.tsx';
import type { Tell } from './outcome-row.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { useAppointmentWording } from '../wording.ts';

interface CloseDialogProps {
  preset: ClosingPreset;
  /** Offers messages to the person of a booking. */
  tell: Tell;
  onClose: () => void;
}

/** A closing that is shown, and whether its rest is carried out immediately. */
interface Shown {
  readonly id: string;
  readonly isOn: boolean;
}

/**
 * Closes a span of a doctor, a court or the business with decisions about its bookings, and shows
 * what became of them.
 */
export function CloseDialog({ preset, tell, onClose }: CloseDialogProps) {
  const { away } = useAppointmentWording();
  const [planned, setPlanned] = useState(preset);
  const [shown, setShown] = useState<Shown | null>(null);
  if (shown === null)
    return (
      <PlanDialog
        preset={planned}
        onClose={onClose}
        onClosed={(id) => setShown({ id, isOn: true })}
        onOpen={(id, isOn) => setShown({ id, isOn })}
      />
    );
  return (
    <Dialog opened onClose={onClose} title={away} size="xl">
      <ClosingProgress
        key={shown.id}
        id={shown.id}
        tell={tell}
        startsOn={shown.isOn}
        onBack={() => {
          setPlanned({});
          setShown(null);
        }}
        onAgain={(again) => {
          setPlanned(again);
          setShown(null);
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
