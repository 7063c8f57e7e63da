import type { Alternatives } from '@samay/contract/core/alternatives';
import { ApiError } from '../../../../lib/api/api.ts';

/** What is free instead of a time that was refused as taken; undefined for any other error. */
export function alternativesIn(error: unknown): Alternatives | undefined {
  if (!(error instanceof ApiError) || error.code !== 'slot.taken') return undefined;
  return error.alternatives ?? { next: [], elsewhere: [] };
}
