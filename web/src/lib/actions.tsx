import type { HourException } from '@samay/contract/availability/hours';
import type { FoundPerson } from '@samay/contract/people/people';
import { createContext, type ReactNode, useContext } from 'react';
import type { ApiError } from './api/api-error.ts';

/**
 * The initial values of the form for a new booking: `date` as YYYY-MM-DD, `time` as HH:MM, both in
 * India; the doctor, court or part; minutes; the person.
 */
export interface BookingPreset {
  readonly date?: string;
  readonly time?: string;
  readonly resourceId?: string;
  readonly duration?: number;
  /** The person to book for. The form then has a draft of its own. */
  readonly person?: FoundPerson;
}

/** The initial values of the dialog that closes hours. */
export interface ClosingPreset {
  /** The doctor or court. */
  readonly resourceId?: string;
  /** The day, as YYYY-MM-DD. */
  readonly date?: string;
  /** A closure that there is already: only its bookings are decided. */
  readonly closure?: Omit<HourException, 'kind' | 'createdAt'>;
  /** The bookings of the closure that are decided; by default all. */
  readonly only?: readonly string[];
}

/** The dialogs that any feature may open; the application's shell provides them. */
export interface Actions {
  openNewAppointment(preset?: BookingPreset): void;
  /**
   * Opens the details. With the refusal to schedule a no-show again, they offer the free
   * alternatives to its time.
   */
  openDetails(id: string, refusal?: ApiError): void;
  /** Opens a booking's visit, for users who may read notes. */
  openVisit(id: string): void;
  /** Opens the dialog that closes hours of a doctor, a court or the business. */
  openClosing(preset?: ClosingPreset): void;
  /** Opens the command palette. */
  openPalette(): void;
  openShortcuts(): void;
}

/** The fragment of a list's address that focuses the form for a quick booking. */
export const quickBookingHash = 'book';

const ActionsContext = createContext<Actions | null>(null);

export function ActionsProvider({ actions, children }: { actions: Actions; children: ReactNode }) {
  return <ActionsContext value={actions}>{children}</ActionsContext>;
}

/** Returns the actions. @throws when used outside the application's layout. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('useActions must be used within an ActionsProvider');
  return actions;
}
