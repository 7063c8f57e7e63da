import { lazy, type ReactNode, useMemo, useState } from 'react';
import { type Actions, ActionsProvider } from '../lib/actions.tsx';
import { loadChunk } from '../lib/chunk.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { StepUpPrompt } from './step-up-prompt.tsx';

const NewAppointmentDialog = lazy(async () => {
  const module = await loadChunk(() => import('../features/appointments/new-appointment-dialog.tsx'));
  return { default: module.NewAppointmentDialog };
});
const DetailsDialog = lazy(async () => {
  const module = await loadChunk(() => import('../features/appointments/details-dialog.tsx'));
  return { default: module.DetailsDialog };
});

type Preset = NonNullable<Parameters<Actions['openNewAppointment']>[0]>;

/** The dialogs that any feature may open, each loaded when first asked for. */
export function Dialogs({ children }: { children: ReactNode }) {
  const [preset, setPreset] = useState<Preset>();
  const [isBooking, setIsBooking] = useState(false);
  const [details, setDetails] = useState<string | null>(null);
  const [hasAsked, setHasAsked] = useState({ booking: false, details: false });

  const actions = useMemo<Actions>(
    () => ({
      openNewAppointment(next) {
        setPreset(next);
        setIsBooking(true);
        setHasAsked((asked) => ({ ...asked, booking: true }));
      },
      openDetails(id) {
        setDetails(id);
        setHasAsked((asked) => ({ ...asked, details: true }));
      },
    }),
    [],
  );
  return (
    <ActionsProvider actions={actions}>
      {children}
      <PartBoundary onGiveUp={() => setHasAsked({ booking: false, details: false })}>
        {hasAsked.booking && <NewAppointmentDialog opened={isBooking} onClose={() => setIsBooking(false)} {...(preset && { preset })} />}
        {hasAsked.details && <DetailsDialog id={details} onClose={() => setDetails(null)} />}
      </PartBoundary>
      <StepUpPrompt />
    </ActionsProvider>
  );
}
