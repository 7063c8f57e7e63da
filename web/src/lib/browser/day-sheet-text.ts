import type { DaySheetRow } from '@samay/contract/desk/day-sheet';
import { formatTime } from '@samay/contract/core/time';

/** A row of a sheet. A row stored on a device by an earlier version lacks the optional fields. */
export type StoredRow = Omit<DaySheetRow, 'endTime' | 'resourceId' | 'resourceName' | 'due'> & {
  readonly endTime?: string | undefined;
  readonly resourceName?: string | null | undefined;
};

/** Formats the time: `2:30 pm – 3:00 pm`; without a known end the start alone. */
export function timesText({ time, endTime }: Pick<StoredRow, 'time' | 'endTime'>): string {
  return endTime === undefined ? formatTime(time) : `${formatTime(time)} – ${formatTime(endTime)}`;
}

/** Counts the courts that a sheet names. A single court is not shown. */
export function getCourts(rows: readonly Pick<StoredRow, 'resourceName'>[]): number {
  return new Set(rows.flatMap(({ resourceName }) => resourceName ?? [])).size;
}
