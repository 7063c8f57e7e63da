import type { Tx } from '../../../db/tenant.ts';
import { countOtherNames, type Person, moveMisnamedBookings } from './split-patients-queries.ts';

/** The limits of one step, so that it holds its locks for less than half a second. */
const usualStep = { people: 1_000, bookings: 300 };
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Data move: splits patients whom a shared telephone number had merged into one (0027). Their
 * bookings move to the people whom they name. Only bookings from before migration 0033 name another
 * person, so no patient before the cursor needs it again.
 *
 * @param cursor the last person of the previous step
 */
export async function splitPatients(
  tx: Tx,
  cursor: string | undefined,
  most = usualStep,
): Promise<string | undefined> {
  const next = await countOtherNames(tx, readCursor(cursor), most.people);
  const people = withinStep(next, most.bookings);
  const several = people.filter(({ others }) => others > 0);
  if (several.length > 0) await moveMisnamedBookings(tx, several);
  const last = people.at(-1);
  return last && `${last.tenantId} ${last.id}`;
}

/**
 * As many people from the front as fit into a step. A person with more bookings than that is a step
 * alone.
 */
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
