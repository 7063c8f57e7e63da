import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { onMidnight } from './midnight.ts';

/**
 * Returns today's date in India; a component that is open over midnight renders again with the new
 * date.
 */
export function useToday(): LocalDate {
  return useSyncExternalStore(onMidnight, () => indiaDate(serverNow()));
}
