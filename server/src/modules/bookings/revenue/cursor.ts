import { LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { Key } from '../appointments/visibility-queries.ts';

/** Writes the cursor of a list that is sorted by day, time and id. */
export function writeCursor(
  row: { appointment_date: string; appointment_time: string; id: string } | undefined,
): string | null {
  return row ? [row.appointment_date, row.appointment_time, row.id].join('_') : null;
}

/** Reads such a cursor. Throws `request.invalid` for any other text. */
export function readCursor(cursor: string): Key {
  const [, date, time, id] =
    /^(\d{4}-\d\d-\d\d)_((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
      cursor,
    ) ?? [];
  if (!date || !time || !id || !LocalDate.safeParse(date).success) {
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  }
  return { date, time, id };
}
