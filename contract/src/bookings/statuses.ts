import { z } from 'zod';

/**
 * The stored values; `statusName` has the texts. "Paid" belongs to the payment and is not a status.
 */
export const Status = z.enum(['scheduled', 'completed', 'cancelled', 'no_show']);
export type Status = z.infer<typeof Status>;

export const statusName: Record<Status, string> = {
  scheduled: 'Scheduled',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_show: 'No-show',
};

const transitions: Record<Status, readonly Status[]> = {
  scheduled: ['completed', 'cancelled', 'no_show'],
  no_show: ['cancelled', 'scheduled'],
  completed: ['scheduled'],
  cancelled: ['scheduled'],
};

/**
 * Returns whether a booking may go from one status to another; a database trigger enforces the same
 * rules. From completed to scheduled only within `undoMinutes`, and by the person who completed it;
 * from cancelled to scheduled within `undoMinutes`, by the person who cancelled it or an owner, or
 * with its closing by all who may go on with that; the trigger checks the time alone.
 */
export function mayBecome(from: Status, to: Status): boolean {
  return transitions[from].includes(to);
}

/**
 * Returns whether a booking ended without its service, cancelled or missed. Money of it that is kept is a
 * cancellation fee.
 */
export function hasEnded(status: Status): boolean {
  return status === 'cancelled' || status === 'no_show';
}

/** The filters above the list; `all` is everything that is not cancelled. */
export const StatusFilter = z.enum(['all', 'scheduled', 'completed', 'cancelled', 'no_show']);
export type StatusFilter = z.infer<typeof StatusFilter>;

/**
 * Returns whether a booking counts as revenue: its amount is set, and it is scheduled or completed.
 * The database's `is_revenue` says the same; a server test compares the two.
 */
export function countsAsRevenue({
  status,
  amount,
}: {
  readonly status: Status;
  readonly amount: number | null;
}): boolean {
  return amount !== null && (status === 'scheduled' || status === 'completed');
}
