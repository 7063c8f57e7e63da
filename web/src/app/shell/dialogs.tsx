import { lazy, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Actions, ActionsProvider } from '../../lib/actions.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx';
import { SupportAccessPrompt } from '../prompts/support-access-prompt.tsx';
import { ShortcutKeys } from './shortcut-keys.tsx';
import { StepUpPrompt } from '../prompts/step-up-prompt.tsx';

const NewAppointmentDialog = lazy(async () => {
  const module = await loadChunk(() => import('../../modules/bookings/appointments/create/new-appointment-dialog.tsx'));
  return { default: module.NewAppointmentDialog };
});
const DetailsDialog = lazy(async () => {
  const module = await loadChunk(() => import('../../modules/bookings/appointments/details/details-dialog.tsx'));
  return { default: module.DetailsDialog };
});
const loadPalette = async () => ({ default: (await loadChunk(() => import('./command-palette.tsx'))).CommandPalette });
const CommandPalette = lazy(loadPalette);
const ShortcutsDialog = lazy(async () => {
  const module = await loadChunk(() => import('./shortcuts-dialog.tsx'));
  return { default: module.ShortcutsDialog };
});

/** Soon after the page, so that what is typed right after Ctrl+K finds its field. */
const paletteAfterMs = 3000;

const nothingAsked = { booking: false, details: false, palette: false, shortcuts: false };

type Preset = NonNullable<Parameters<Actions['openNewAppointment']>[0]>;

/** The dialogs that any feature may open, each loaded when first asked for. */
export function Dialogs({ children }: { children: ReactNode }) {
  const [preset, setPreset] = useState<Preset>();
  const [isBooking, setIsBooking] = useState(false);
  const [details, setDetails] = useState<string | null>(null);
  const [help, setHelp] = useState<'palette' | 'shortcuts' | null>(null);
  const [hasAsked, setHasAsked] = useState(nothingAsked);

  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), paletteAfterMs);
    return () => clearTimeout(timer);
  }, []);

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
      openPalette() {
        setHelp('palette');
        setHasAsked((asked) => ({ ...asked, palette: true }));
      },
      openShortcuts() {
        setHelp('shortcuts');
        setHasAsked((asked) => ({ ...asked, shortcuts: true }));
      },
    }),
    [],
  );
  return (
    <ActionsProvider actions={actions}>
      {children}
      <ShortcutKeys />
      <PartBoundary onGiveUp={() => setHasAsked(nothingAsked)}>
        {hasAsked.booking && <NewAppointmentDialog opened={isBooking} onClose={() => setIsBooking(false)} {...(preset && { preset })} />}
        {hasAsked.details && <DetailsDialog id={details} onClose={() => setDetails(null)} />}
        {hasAsked.palette && <CommandPalette opened={help === 'palette'} onClose={() => setHelp(null)} />}
        {hasAsked.shortcuts && <ShortcutsDialog opened={help === 'shortcuts'} onClose={() => setHelp(null)} />}
      </PartBoundary>
      <StepUpPrompt />
      <SupportAccessPrompt />
    </ActionsProvider>
  );
}
