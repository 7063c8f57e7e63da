import { AppError } from '../../../core/app-error.ts';
import { TimeTaken } from '../../availability/index.ts';

/** Returns whether a limit has refused something. */
export function isTooMany(error: unknown): boolean {
  return error instanceof AppError && error.code === 'request.too_many';
}

/** Returns whether a time was taken; false where another visitor was first. */
export async function isDone(taking: Promise<void>): Promise<boolean> {
  try {
    await taking;
    return true;
  } catch (error) {
    if (error instanceof TimeTaken || (error instanceof AppError && error.code === 'slot.taken'))
      return false;
    throw error;
  }
}
