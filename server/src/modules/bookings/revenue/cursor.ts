import { LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { Key } from '../appointments/visibility-queries.ts';

/** A place in a list by day, time and id, as a cursor writes it. */
export function writePlace(row: { appointment_date: string; appointment_time: string; id: string } | undefined): string | null {
  return row ? [row.appointment_date, row.appointment_time, row.id].join('_') : null;
}

/** Refuses with `request.invalid` what is no such place. */
export function readPlace(cursor: string): Key {
  const [, date, time, id] =
    /^(\d{4}-\d\d-\d\d)_((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  if (!date || !time || !id || !LocalDate.safeParse(date).success) {
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  }
  return { date, time, id };
}
