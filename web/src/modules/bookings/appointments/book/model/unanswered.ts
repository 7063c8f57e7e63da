import { ApiError } from '../../../../../lib/api/api.ts';

/** Returns whether a request got no answer, or none of the product: it may be sent again. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'server.unavailable');
}
