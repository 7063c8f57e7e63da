import { Button } from '@mantine/core';
import { type ClosingPreset, useActions } from '../../lib/actions.tsx';
import { useMayClose } from '../../lib/session/use-may-close.ts';
import { useAppointmentWording } from './wording.ts';

/** Renders the button that closes hours, for users who may; `preset` names the doctor or court that is shown. */
export function AwayButton({ preset }: { preset: ClosingPreset }) {
  const { openClosing } = useActions();
  const { away } = useAppointmentWording();
  if (!useMayClose()) return null;
  return (
    <Button variant="default" flex="none" onClick={() => openClosing(preset)}>
      {`${away}…`}
    </Button>
  );
}
