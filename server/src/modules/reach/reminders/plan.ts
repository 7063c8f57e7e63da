import { addDays, indiaDate } from '@samay/contract/core/time';

const minute = 60_000;
/** A reminder that cannot leave within its hour is dropped. */
const worthMs = 60 * minute;
/** The least time between booking and reminder. */
const restAfterBookingMs = 120 * minute;
/** The time for which a change may be taken back, and its message waits; a reminder leaves after that. */
const undoneWithinMs = 3 * minute;
/** The least time that is left for a reminder after that, of which tries may fail. */
const triesMs = 10 * minute;
/** The least time between the morning's first reminders and the start. */
const morningLeadMs = 45 * minute;

/** When a reminder leaves, and from when it would be late. */
export interface PlannedReminder {
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

/**
 * Plans the reminder of a booking: `lead` minutes before its start, between 8 and 21 in India. One that
 * falls into the night leaves at 8 if the start is at least 45 minutes away then, else at 20 the
 * evening before. None is due within two hours after the booking was made.
 */
export function planReminder(
  { startsAt, createdAt }: { readonly startsAt: Date; readonly createdAt: Date },
  lead: number,
): PlannedReminder | undefined {
  const dueAt = moveIntoDay(new Date(startsAt.getTime() - lead * minute), startsAt);
  if (dueAt.getTime() < createdAt.getTime() + restAfterBookingMs) return undefined;
  const night = indiaInstant(indiaDate(dueAt), '21:00');
  return { dueAt, expiresAt: new Date(Math.min(dueAt.getTime() + worthMs, night.getTime())) };
}

/**
 * Returns when a reminder leaves that is due soon after its booking was changed: the desk may take the change back, and its
 * message goes first. One whose time is nearly over by then does not wait.
 */
export function waitForUndo({ dueAt, expiresAt }: PlannedReminder, changedAt: Date): Date {
  const settledAt = new Date(changedAt.getTime() + undoneWithinMs);
  const isInTime = settledAt.getTime() + triesMs <= expiresAt.getTime();
  return settledAt > dueAt && isInTime ? settledAt : dueAt;
}

function moveIntoDay(due: Date, startsAt: Date): Date {
  const day = indiaDate(due);
  if (due >= indiaInstant(day, '08:00') && due < indiaInstant(day, '21:00')) return due;
  const morning = due < indiaInstant(day, '08:00') ? day : addDays(day, 1);
  const first = indiaInstant(morning, '08:00');
  if (startsAt.getTime() - first.getTime() >= morningLeadMs) return first;
  return indiaInstant(addDays(morning, -1), '20:00');
}

function indiaInstant(date: string, time: string): Date {
  return new Date(`${date}T${time}:00+05:30`);
}
