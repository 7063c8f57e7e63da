import { wordKinds } from '@samay/contract/imports/words';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { noteWords } from '../choices/queries.ts';
import { judgeBookings } from './booking-queries.ts';
import { judgePeople, type Lines } from './people-queries.ts';
import { endState, type Importing } from './progress-queries.ts';

/** Notes what some lines of a file would do to the business: a part of its dry run, which writes nothing else. */
export async function checkLines(
  tx: Tx,
  work: BusinessContext,
  { businessType, kind }: Importing,
  lines: Lines,
): Promise<void> {
  const judged =
    kind === 'people'
      ? judgePeople({ ...lines, isClinic: businessType === 'doctor' })
      : judgeBookings({ ...lines, now: work.now }, { isCheck: true });
  await run(tx, work, judged);
}

/** Notes the words of a file before its lines are judged: of a column with too many no choice counts. */
export async function beginCheck(tx: Tx, work: BusinessContext, id: string): Promise<void> {
  for (const kind of wordKinds) await run(tx, work, noteWords({ id }, { kind }));
}

/** Ends the check of a file all of whose lines were judged: an owner may start it. */
export async function endCheck(tx: Tx, work: BusinessContext, id: string): Promise<void> {
  // A server of an earlier release may have begun it.
  await beginCheck(tx, work, id);
  await run(tx, work, endState({ id, state: 'ready', doneAt: null }));
}
