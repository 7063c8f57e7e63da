import type { BusinessContext } from '../../../context/business-context.ts';
import { announceChange, type Tx } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { addPeople, fillPeople, type Lines, notePeople } from './people-queries.ts';
import { endState, type Importing } from './progress-queries.ts';

/**
 * Brings in some lines of a file. Known people stay as they are, but for what was not
 * known of them; so the same file again adds nothing.
 */
export async function runLines(
  tx: Tx,
  work: BusinessContext,
  { businessType, kind }: Importing,
  lines: Lines,
): Promise<void> {
  const values = { ...lines, isClinic: businessType === 'doctor', now: work.now };
  await writeTogether(tx, work, [
    addPeople(values, { kind }),
    notePeople(values, { kind }),
    fillPeople(values, { kind }),
  ]);
}

/** Ends a run all of whose lines are in: it may be undone from now on. */
export async function endRun(tx: Tx, work: BusinessContext, id: string): Promise<void> {
  await run(tx, work, endState({ id, state: 'done', doneAt: work.now }));
  await audit(tx, work, 'import.done', id);
  announceChange(tx, work, 'appointments', id);
}
