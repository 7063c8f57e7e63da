import { daysUntilErased } from '@samay/contract/platform/tenants';
import { asJob, asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { forgetAndRevokeCalendars } from '../../reach/index.ts';
import { storedName } from '../../files/index.ts';
import {
  deletePersonRows,
  deleteTenantRows,
  type Due,
  listDue,
  listFileIds,
  listBusinessPeople,
  lockDuePerson,
  lockDueTenant,
  recordErasure,
} from './queries.ts';

/**
 * Job: erases rows that were deleted 30 days ago, each business with its rows, files and people,
 * and each person, in separate transactions, and those that a restored backup has brought back
 * (I-25). May run concurrently. Returns the number of erasures.
 */
export async function eraseDeleted(dependencies: Dependencies): Promise<{ tenants: number; people: number }> {
  const before = new Date(dependencies.clock().getTime() - daysUntilErased * 86_400_000);
  const tenants = await each(
    dependencies,
    await asPlatform(dependencies, (tx) => listDue(tx, 'tenant', before)),
    (due) => eraseTenant(dependencies, due, before),
  );
  const people = await each(
    dependencies,
    await asPlatform(dependencies, (tx) => listDue(tx, 'user', before)),
    (due) => erasePerson(dependencies, due, before),
  );
  return { tenants, people };
}

/** Erases each one. A failure delays no other; the next run retries it. */
async function each(
  { log }: Dependencies,
  all: readonly Due[],
  erase: (due: Due) => Promise<boolean>,
): Promise<number> {
  let erased = 0;
  for (const due of all) {
    try {
      if (await erase(due)) erased += 1;
    } catch (error) {
      log?.error({ err: error, id: due.id }, 'what is due could not be erased whole; it is tried again');
    }
  }
  return erased;
}

async function eraseTenant(
  dependencies: Dependencies,
  { id, deletedAt }: Due,
  before: Date,
): Promise<boolean> {
  const now = dependencies.clock();
  const files = await asJob(dependencies, async (tx) => {
    if (!(await lockDueTenant(tx, { id, before }))) return undefined;
    const ids = await listFileIds(tx, id);
    const people = await listBusinessPeople(tx, id);
    await forgetAndRevokeCalendars(tx, now, { tenantId: id });
    await deleteTenantRows(tx, id);
    for (const person of people) {
      await forgetAndRevokeCalendars(tx, now, { emailKey: person.emailKey });
      await deletePersonRows(tx, person);
      await recordErasure(tx, { kind: 'user', id: person.id, deletedAt, now });
    }
    await recordErasure(tx, { kind: 'tenant', id, deletedAt, now });
    return ids;
  });
  // Removes files after the rows: a file without a row is left to the sweep.
  for (const file of files ?? []) await dependencies.files.remove(storedName(id, file));
  return files !== undefined;
}

async function erasePerson(
  dependencies: Dependencies,
  { id, deletedAt }: Due,
  before: Date,
): Promise<boolean> {
  const now = dependencies.clock();
  return asJob(dependencies, async (tx) => {
    const person = await lockDuePerson(tx, { id, before });
    if (!person) return false;
    await forgetAndRevokeCalendars(tx, now, person);
    await deletePersonRows(tx, { id, ...person });
    await recordErasure(tx, { kind: 'user', id, deletedAt, now });
    return true;
  });
}
