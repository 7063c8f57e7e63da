import { indiaDate } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { listenToSheet, getSheet, isSheetEnabled } from '../../../lib/browser/day-sheet-store.ts';

/** Returns whether the user turned on storing today's list on this device. */
export function useWantsSheet(userId: string): boolean {
  return useSyncExternalStore(listenToSheet, () => isSheetEnabled(userId));
}

/** Returns the instant at which today's stored list was fetched; undefined if none is stored. */
export function useStoredAs(): string | undefined {
  return useSyncExternalStore(listenToSheet, () => getSheet(indiaDate(serverNow()))?.sheet.asOf);
}
