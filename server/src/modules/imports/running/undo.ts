import type { BusinessContext } from '../../../context/business-context.ts';
import { announceChange, type Tx } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import type { Lines } from './people-queries.ts';
import { endState, type Importing } from './progress-queries.ts';
import { emptyFilled, judgeUndo, lockAddedPeople, noteEmptied, removeAddedPeople } from './undo-queries.ts';

/** Takes back what some lines of an import added and nobody has added to since, and notes what stays. */
export async function undoLines(
  tx: Tx,
  work: BusinessContext,
  _importing: Importing,
  lines: Lines,
): Promise<void> {
  // Locks first: a statement after it sees the booking that it waited for.
  await run(tx, work, lockAddedPeople(lines));
  await writeTogether(tx, work, [
    judgeUndo(lines),
    removeAddedPeople(lines),
    emptyFilled(lines),
    noteEmptied(lines),
  ]);
}

/** Ends an undo all of whose lines were looked at. */
export async function endUndo(tx: Tx, work: BusinessContext, id: string): Promise<void> {
  await run(tx, work, endState({ id, state: 'undone', doneAt: null }));
  await audit(tx, work, 'import.undone', id);
  announceChange(tx, work, 'appointments', id);
}
