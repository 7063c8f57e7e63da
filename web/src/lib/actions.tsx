import { createContext, type ReactNode, useContext } from 'react';
import type { ApiError } from './api/api-error.ts';

/**
 * What the form for a new booking opens with: `date` as YYYY-MM-DD, `time` as HH:MM, both in India;
 * the doctor, court or part; minutes.
 */
export interface BookingPreset {
  readonly date?: string;
  readonly time?: string;
  readonly resourceId?: string;
  readonly duration?: number;
}

/** The dialogs that any feature may open; the application's shell provides them. */
export interface Actions {
  openNewAppointment(preset?: BookingPreset): void;
  /**
   * With the error of a no-show that was not scheduled again, the details offer what is free
   * instead of its time.
   */
  openDetails(id: string, refusal?: ApiError): void;
  /** A booking as a doctor needs it, for those who may read notes. */
  openVisit(id: string): void;
  /** The command palette. */
  openPalette(): void;
  openShortcuts(): void;
}

/** The fragment of a list's address that asks for the focus in the form for a quick booking. */
export const quickBookingHash = 'book';

const ActionsContext = createContext<Actions | null>(null);

export function ActionsProvider({ actions, children }: { actions: Actions; children: ReactNode }) {
  return <ActionsContext value={actions}>{children}</ActionsContext>;
}

/** @throws when used outside the application's layout. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('useActions must be used within an ActionsProvider');
  return actions;
}
