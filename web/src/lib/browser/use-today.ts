import { indiaDate, type LocalDate, now } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { onMidnight } from './midnight.ts';

/**
 * Today's date in India; a component that is open over midnight renders again with the new date.
 */
export function useToday(): LocalDate {
  return useSyncExternalStore(onMidnight, () => indiaDate(now()));
}
