import type { BusinessContext } from '../../../context/business-context.ts';
import { announceChange, type Tx } from '../../../db/tenant.ts';
import { run, runTogether, writeTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { enqueuePlan } from '../../reach/index.ts';
import {
  addBookings,
  addNotes,
  addPayments,
  type BookingLines,
  claimTimes,
  deleteEndedHolds,
  dropPartialClaims,
  judgeBookings,
  lockBooked,
  lockMonths,
  noteBooked,
  notePersons,
  refuseUnclaimed,
  tallyAdded,
} from './booking-queries.ts';
import { addPeople, fillPeople, type Lines, notePeople } from './people-queries.ts';
import { endState, type Importing } from './progress-queries.ts';

/**
 * Brings in some lines of a file. Known people stay as they are, but for what was not
 * known of them; so the same file again adds nothing.
 */
export async function runLines(
  tx: Tx,
  work: BusinessContext,
  { businessType, kind, started_by: startedBy, gets_reminders: getsReminders }: Importing,
  lines: Lines,
): Promise<void> {
  const values = { ...lines, isClinic: businessType === 'doctor', now: work.now };
  if (kind === 'people')
    await writeTogether(tx, work, [addPeople(values, { kind }), notePeople(values), fillPeople(values)]);
  else await bookLines(tx, work, { ...values, by: startedBy ?? work.tenantId, getsReminders });
}

/**
 * Adds the bookings of some lines with their people, claims and money, in the order of a booking's locks. They
 * are judged again, because a time that was free at the check may be taken now.
 */
async function bookLines(tx: Tx, work: BusinessContext, values: Booking): Promise<void> {
  await runTogether(tx, work, { months: lockMonths({}) });
  await writeTogether(tx, work, [
    judgeBookings(values, { isCheck: false }),
    deleteEndedHolds({ now: work.now }),
    claimTimes(values),
    refuseUnclaimed(values),
    dropPartialClaims(values),
    addPeople(values, { kind: 'bookings' }),
    notePersons(values),
    lockBooked(values),
    addBookings(values),
    addPayments(values),
    ...(values.isClinic ? [addNotes(values)] : []),
    ...tallyAdded.map((tally) => tally(values)),
    noteBooked(values),
  ]);
}

type Booking = BookingLines & {
  readonly by: string;
  readonly isClinic: boolean;
  readonly getsReminders: boolean;
};

/** Ends a run all of whose lines are in: it may be undone from now on. */
export async function endRun(
  tx: Tx,
  work: BusinessContext,
  { id, gets_reminders: getsReminders }: Importing,
): Promise<void> {
  await run(tx, work, endState({ id, state: 'done', doneAt: work.now }));
  await audit(tx, work, 'import.done', id);
  // Bookings that an import adds have no events, by which reminders are planned otherwise.
  if (getsReminders) await enqueuePlan(tx, work);
  announceChange(tx, work, 'appointments', id);
}
