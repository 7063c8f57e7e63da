import { AppError } from '../../../core/app-error.ts';
import { Overtaken } from '../../../db/tenant.ts';

/** A booking was made or changed for people after their bookings were locked. */
export class BookedMeanwhile extends Error {}

/**
 * The most runs of a correction: more than of a verb, because each booking of a busy family may be
 * ahead of one.
 */
const mostAttempts = 10;

/**
 * Runs a correction of people until no booking was made for them meanwhile. Throws `person.exists`
 * where the business has another person with their name and number or address, and `Overtaken`
 * where bookings were made during each attempt.
 */
export async function untilAllLocked<T>(correct: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1)
    try {
      return await correct();
    } catch (error) {
      if (error instanceof AppError && error.code === 'person.changed') throw new AppError('person.exists');
      if (!(error instanceof BookedMeanwhile)) throw error;
    }
  throw new Overtaken();
}
