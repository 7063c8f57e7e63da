import type { BusinessContext } from '../../../context/business-context.ts';
import { announceChange, type Tx } from '../../../db/tenant.ts';
import { run, runTogether, writeTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import type { Lines } from './people-queries.ts';
import { endState, type Importing } from './progress-queries.ts';
import { lockMonths } from './booking-queries.ts';
import {
  judgeBookingUndo,
  lockAddedBookings,
  lockTheirPeople,
  noteLatest,
  removeTheirPeople,
  takeBookings,
} from './undo-booking-queries.ts';
import { emptyFilled, judgeUndo, lockAddedPeople, noteEmptied, removeAddedPeople } from './undo-queries.ts';

/** Takes back what some lines of an import added and nobody has added to since, and notes what stays. */
export async function undoLines(
  tx: Tx,
  work: BusinessContext,
  { kind }: Importing,
  lines: Lines,
): Promise<void> {
  if (kind === 'bookings') return undoBookings(tx, work, lines);
  // Locks first: a statement after it sees the booking that it waited for.
  await run(tx, work, lockAddedPeople(lines));
  await writeTogether(tx, work, [
    judgeUndo(lines),
    removeAddedPeople(lines),
    emptyFilled(lines),
    noteEmptied(lines),
  ]);
}

/** Takes back the bookings of some lines, and the people who came with them and have none left. */
async function undoBookings(tx: Tx, work: BusinessContext, lines: Lines): Promise<void> {
  await runTogether(tx, work, {
    months: lockMonths({}),
    bookings: lockAddedBookings(lines),
    people: lockTheirPeople(lines),
  });
  await writeTogether(tx, work, [
    judgeBookingUndo(lines),
    ...takeBookings.map((take) => take(lines)),
    noteLatest(lines),
    removeTheirPeople(lines),
  ]);
}

/** Ends an undo all of whose lines were looked at. */
export async function endUndo(tx: Tx, work: BusinessContext, id: string): Promise<void> {
  await run(tx, work, endState({ id, state: 'undone', doneAt: null }));
  await audit(tx, work, 'import.undone', id);
  announceChange(tx, work, 'appointments', id);
}
