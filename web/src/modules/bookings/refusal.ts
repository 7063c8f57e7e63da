import type { Alternatives } from '@samay/contract/core/alternatives';
import { ApiError } from '../../lib/api/api.ts';

/** Returns whether a time was refused as taken. */
export function isTaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'slot.taken';
}

/** Returns the alternatives to a time that is taken; undefined for any other error. */
export function alternativesIn(error: unknown): Alternatives | undefined {
  return isTaken(error) ? (error.alternatives ?? { next: [], elsewhere: [] }) : undefined;
}

/** Returns whether an amount above what is due has to be a charge or an advance. */
export function isAboveDue(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'payment.above_due';
}

/**
 * Returns whether nothing was created, and the next request is another one: it gets a new idempotency key.
 * So it does after a key that belongs to another request, such as one whose reply was lost.
 */
export function isOver(error: unknown): boolean {
  const isOfOther = error instanceof ApiError && error.code === 'idempotency.mismatch';
  return isTaken(error) || isAboveDue(error) || isOfOther;
}

/** Returns whether a booking was refused because the plan has no place left. */
export function isOfLimit(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'plan.limit_reached';
}
