import { LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { PatientPlace } from './queries.ts';

/** A place in the list of people, as a cursor writes it. */
export function writePlace(row: { latest_date: string; id: string } | undefined): string | null {
  return row ? `${row.latest_date}_${row.id}` : null;
}

/** Refuses with `request.invalid` what is no such place. */
export function readPlace(cursor: string): PatientPlace {
  const [, date, id] = /^(\d{4}-\d\d-\d\d)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  if (!date || !id || !LocalDate.safeParse(date).success) {
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  }
  return { date, id };
}
