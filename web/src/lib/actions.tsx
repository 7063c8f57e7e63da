import { createContext, type ReactNode, useContext } from 'react';

/** The dialogs that any feature may open; the application's shell provides them. */
export interface Actions {
  /** `date` as YYYY-MM-DD, `time` as HH:MM, both in India. */
  openNewAppointment(preset?: { date?: string; time?: string }): void;
  openDetails(id: string): void;
  /** The command palette. */
  openPalette(): void;
  openShortcuts(): void;
}

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
