import type { Alternatives } from '@samay/contract/core/alternatives';
import { ApiError } from '../../lib/api/api.ts';

/** Whether a time was refused as taken. */
export function isTaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'slot.taken';
}

/** What is free instead of a time that is taken; undefined for any other error. */
export function alternativesIn(error: unknown): Alternatives | undefined {
  return isTaken(error) ? (error.alternatives ?? { next: [], elsewhere: [] }) : undefined;
}
