import type { LocalDate } from '@samay/contract/core/time';
import { useToday } from '../../../lib/browser/use-today.ts';
import type { ViewName } from './layout/view.ts';

export interface ScheduleParameters {
  readonly view?: ViewName;
  readonly day?: LocalDate;
  /** The doctor or court that is shown, or `all`. */
  readonly resource?: string;
}

/** Returns what a schedule shows: by default today, which has room for all doctors or courts. */
export function useShownPlace({ view, day, resource }: ScheduleParameters) {
  const today = useToday();
  return { view: view ?? ('day' as const), day: day ?? today, resource };
}
