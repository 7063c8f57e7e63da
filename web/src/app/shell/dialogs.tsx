import { lazy, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Actions, ActionsProvider, type BookingPreset, type ClosingPreset } from '../../lib/actions.tsx';
import { loadChunk } from '../../lib/browser/chunk.ts';
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx';
import { SupportAccessPrompt } from '../prompts/support-access-prompt.tsx';
import { ShortcutKeys } from './shortcut-keys.tsx';
import { StepUpPrompt } from '../prompts/step-up-prompt.tsx';

const NewAppointmentDialog = lazy(async () => {
  const module = await loadChunk(
    () => import('../../modules/bookings/appointments/book/dialog/new-appointment-dialog.tsx'),
  );
  return { default: module.NewAppointmentDialog };
});
const BookingDetails = lazy(async () => {
  const module = await loadChunk(() => import('../dialogs/booking-details.tsx'));
  return { default: module.BookingDetails };
});
const VisitDialog = lazy(async () => {
  const module = await loadChunk(() => import('../../modules/bookings/appointments/visit/visit-dialog.tsx'));
  return { default: module.VisitDialog };
});
const CloseHours = lazy(async () => {
  const module = await loadChunk(() => import('../dialogs/close-hours.tsx'));
  return { default: module.CloseHours };
});
const loadPalette = async () => ({
  default: (await loadChunk(() => import('./command-palette.tsx'))).CommandPalette,
});
const CommandPalette = lazy(loadPalette);
const ShortcutsDialog = lazy(async () => {
  const module = await loadChunk(() => import('./shortcuts-dialog.tsx'));
  return { default: module.ShortcutsDialog };
});

/**
 * The delay before the palette is preloaded: soon after the page, so that text typed right after
 * Ctrl+K reaches its field.
 */
const palettePreloadMs = 3000;

const noneOpened = { booking: false, visit: false, details: false, palette: false, shortcuts: false };

/** Provides the actions that open the shared dialogs; each dialog loads when it is first opened. */
export function Dialogs({ children }: { children: ReactNode }) {
  const [preset, setPreset] = useState<BookingPreset>();
  const [isBooking, setIsBooking] = useState(false);
  const [details, setDetails] = useState<Parameters<Actions['openDetails']> | null>(null);
  const [closing, setClosing] = useState<ClosingPreset | null>(null);
  const [visit, setVisit] = useState<string | null>(null);
  const [help, setHelp] = useState<'palette' | 'shortcuts' | null>(null);
  const [wasOpened, setWasOpened] = useState(noneOpened);

  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), palettePreloadMs);
    return () => clearTimeout(timer);
  }, []);

  const actions = useMemo<Actions>(
    () => ({
      openNewAppointment(next) {
        setPreset(next);
        setIsBooking(true);
        setWasOpened((opened) => ({ ...opened, booking: true }));
      },
      openDetails(...opened) {
        setDetails(opened);
        setWasOpened((was) => ({ ...was, details: true }));
      },
      openVisit(id) {
        setVisit(id);
        setWasOpened((was) => ({ ...was, visit: true }));
      },
      openClosing: (next = {}) => setClosing(next),
      openPalette() {
        setHelp('palette');
        setWasOpened((opened) => ({ ...opened, palette: true }));
      },
      openShortcuts() {
        setHelp('shortcuts');
        setWasOpened((opened) => ({ ...opened, shortcuts: true }));
      },
    }),
    [],
  );
  return (
    <ActionsProvider actions={actions}>
      {children}
      <ShortcutKeys />
      <PartBoundary onGiveUp={() => (setWasOpened(noneOpened), setClosing(null))}>
        {wasOpened.booking && (
          <NewAppointmentDialog
            opened={isBooking}
            onClose={() => setIsBooking(false)}
            {...(preset && { preset })}
          />
        )}
        {wasOpened.visit && <VisitDialog id={visit} onClose={() => setVisit(null)} />}
        {wasOpened.details && (
          <BookingDetails id={details?.[0] ?? null} refusal={details?.[1]} onClose={() => setDetails(null)} />
        )}
        {closing && <CloseHours preset={closing} onClose={() => setClosing(null)} />}
        {wasOpened.palette && <CommandPalette opened={help === 'palette'} onClose={() => setHelp(null)} />}
        {wasOpened.shortcuts && (
          <ShortcutsDialog opened={help === 'shortcuts'} onClose={() => setHelp(null)} />
        )}
      </PartBoundary>
      <StepUpPrompt />
      <SupportAccessPrompt />
    </ActionsProvider>
  );
}
