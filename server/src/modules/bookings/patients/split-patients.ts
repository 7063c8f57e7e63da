import type { Tx } from '../../../db/tenant.ts';
import { countOtherNames, type Person, tellApart } from './split-patients-queries.ts';

/** At the most in one step, and bookings that change so that it holds its locks for less than half a second. */
const usualStep = { people: 1_000, bookings: 300 };
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Tells apart those whom their number had made one person (0027), each in one step: their bookings go to the people whom these name. Only
 * bookings from before migration 0033 name another person than theirs, so that nobody behind the cursor needs it again.
 *
 * @param cursor the last person of the step before
 */
export async function splitPatients(tx: Tx, cursor: string | undefined, most = usualStep): Promise<string | undefined> {
  const next = await countOtherNames(tx, readCursor(cursor), most.people);
  const people = withinStep(next, most.bookings);
  const several = people.filter(({ others }) => others > 0);
  if (several.length > 0) await tellApart(tx, several);
  const last = people.at(-1);
  return last && `${last.tenantId} ${last.id}`;
}

/** As many from the front as fit into a step; whoever has more bookings than that is a step of their own. */
function withinStep<T extends { readonly others: number }>(people: readonly T[], most: number): readonly T[] {
  let bookings = 0;
  const end = people.findIndex(({ others }, at) => {
    bookings += others;
    return at > 0 && bookings > most;
  });
  return end === -1 ? people : people.slice(0, end);
}

function readCursor(cursor: string | undefined): Person {
  const [tenantId = beforeAll, id = beforeAll] = cursor?.split(' ') ?? [];
  return { tenantId, id };
}
