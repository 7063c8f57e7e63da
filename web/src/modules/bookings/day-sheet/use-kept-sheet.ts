import { indiaDate, now } from '@samay/contract/core/time';
import { useSyncExternalStore } from 'react';
import { listenToSheet, sheetOf, wantsSheet } from '../../../lib/browser/day-sheet-store.ts';

/** Whether a person wants this device to keep the day. */
export function useWantsSheet(userId: string): boolean {
  return useSyncExternalStore(listenToSheet, () => wantsSheet(userId));
}

/** When what this device keeps of today was read, as an instant; undefined while it keeps nothing. */
export function useKeptAsOf(): string | undefined {
  return useSyncExternalStore(listenToSheet, () => sheetOf(indiaDate(now()))?.sheet.asOf);
}
