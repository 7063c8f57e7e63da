import { LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { PatientKey } from './queries.ts';

/** Writes the cursor of the list of people. */
export function writeCursor(row: { latest_date: string; placed_id: string } | undefined): string | null {
  return row ? `${row.latest_date}_${row.placed_id}` : null;
}

/** Reads such a cursor. Throws `request.invalid` for any other text. */
export function readCursor(cursor: string): PatientKey {
  const [, date, id] = /^(\d{4}-\d\d-\d\d)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  if (!date || !id || !LocalDate.safeParse(date).success) {
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  }
  return { date, id };
}
