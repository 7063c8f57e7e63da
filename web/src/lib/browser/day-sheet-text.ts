import type { DaySheetRow } from '@samay/contract/bookings/day-sheet';
import { formatTime } from '@samay/contract/core/time';

/**
 * A row of a sheet. One that an earlier version has stored on a device lacks what is optional here.
 */
export type StoredRow = Omit<DaySheetRow, 'endTime' | 'resourceName'> & {
  readonly endTime?: string | undefined;
  readonly resourceName?: string | null | undefined;
};

/** `2:30 pm – 3:00 pm`; without an end that is known the start alone. */
export function timesText({ time, endTime }: Pick<StoredRow, 'time' | 'endTime'>): string {
  return endTime === undefined ? formatTime(time) : `${formatTime(time)} – ${formatTime(endTime)}`;
}

/** How many courts a sheet names. With one nobody needs to be told which. */
export function courtsOf(rows: readonly Pick<StoredRow, 'resourceName'>[]): number {
  return new Set(rows.flatMap(({ resourceName }) => resourceName ?? [])).size;
}
