import { indiaDate, type LocalDate, now } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { watchDay } from './browser/today.ts';

/** The day it is in India; a screen that stands open over midnight is drawn anew then. */
export function useToday(): LocalDate {
  return useSyncExternalStore(watchDay, () => indiaDate(now()));
}
