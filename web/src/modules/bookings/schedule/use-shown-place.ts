import { useMediaQuery } from '@mantine/hooks';
import type { LocalDate } from '@samay/contract/core/time';
import { useToday } from '../../../lib/browser/use-today.ts';
import type { ViewName } from './layout/view.ts';

export interface ScheduleParameters {
  readonly view?: ViewName;
  readonly day?: LocalDate;
  /** The doctor or court that is shown, or `all`. */
  readonly resource?: string;
}

/** Returns what a schedule shows: a phone the day by default, another screen the week. */
export function useShownPlace({ view, day, resource }: ScheduleParameters) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const today = useToday();
  return { view: view ?? (isPhone ? ('day' as const) : ('week' as const)), day: day ?? today, resource };
}
