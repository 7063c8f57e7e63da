import { AppError } from '../../../core/app-error.ts';
import { isPersonTaken } from './household-queries.ts';

/** A booking was made or changed for people after their bookings were locked. */
export class BookedMeanwhile extends Error {}

/**
 * Runs a correction of people until no booking was made for them meanwhile. Throws `person.exists`
 * where the business has another person with their name and number or address.
 */
export async function untilAllLocked<T>(correct: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await correct();
    } catch (error) {
      if (isPersonTaken(error)) throw new AppError('person.exists');
      if (!(error instanceof BookedMeanwhile)) throw error;
    }
}
