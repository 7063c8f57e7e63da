import type { AppointmentChanges, AppointmentRow } from './queries.ts';

type Called = Pick<
  AppointmentRow,
  'status' | 'arrived_at' | 'started_at' | 'token' | 'calls' | 'called_at' | 'skipped_at'
>;

/** Returns whether a person waits with a number, so that they can be called. */
export function waitsWithToken({
  status,
  arrived_at: arrived,
  started_at: started,
  token,
}: Pick<Called, 'status' | 'arrived_at' | 'started_at' | 'token'>): boolean {
  return status === 'scheduled' && arrived !== null && started === null && token !== null;
}

/**
 * Returns how often a waiting person was called since their arrival. A call before it is of an arrival
 * that was undone.
 */
export function callsOf(row: Called): number {
  return waitsWithToken(row) && isSinceArrival(row, row.called_at) ? row.calls : 0;
}

/** Returns whether a waiting person did not answer and is skipped (decision 0153). */
export function isSkipped(row: Called): boolean {
  return waitsWithToken(row) && isSinceArrival(row, row.skipped_at);
}

function isSinceArrival({ arrived_at: arrived }: Pick<Called, 'arrived_at'>, at: Date | null): boolean {
  return at !== null && arrived !== null && at >= arrived;
}

/** Returns the columns that end the calls of a booking: a start, an end, another place or an undone arrival does. */
export function endedCalls(booking: AppointmentRow, changes: AppointmentChanges): AppointmentChanges {
  if (booking.calls === 0 && booking.skipped_at === null) return {};
  const after = { ...booking, ...(changes as Partial<AppointmentRow>) };
  const stays =
    waitsWithToken(after) &&
    after.arrived_at?.getTime() === booking.arrived_at?.getTime() &&
    after.resource_id === booking.resource_id;
  return stays ? {} : { calls: 0, called_at: null, skipped_at: null };
}
