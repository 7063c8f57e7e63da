import { serverNow } from '../../../../../lib/api/server-clock.ts';

/** The minutes for which a number is offered again: a family is booked in a row. */
const offeredMinutes = 10;
let last: { readonly userId: string; readonly contact: string | null; readonly at: Date } | null = null;

/**
 * Keeps the number of the booking just made, or that it had none. Like a draft it lives in the
 * memory of this tab and belongs to one user.
 */
export function keepNumber(userId: string, contact: string | null): void {
  last = { userId, contact, at: serverNow() };
}

/** Returns the number that the user booked last, for ten minutes. */
export function lastNumberOf(userId: string): string | null {
  if (last?.userId !== userId) return null;
  return serverNow().getTime() - last.at.getTime() < offeredMinutes * 60_000 ? last.contact : null;
}
