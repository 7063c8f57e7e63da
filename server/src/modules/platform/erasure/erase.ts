import { daysUntilErased } from '@samay/contract/platform/tenants';
import { asJob, asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { giveCalendarsBack } from '../../reach/index.ts';
import { storedName } from '../../bookings/index.ts';
import {
  deletePersonRows,
  deleteTenantRows,
  type Due,
  listDuePeople,
  listDueTenants,
  listFileIds,
  listPeopleOf,
  lockDuePerson,
  lockDueTenant,
  noteErasure,
} from './queries.ts';

/**
 * Erases what was deleted 30 days ago: each business with all its rows, its files and its people, and each person, in a transaction of
 * their own. Access to their calendars at Google is given back. What the ledger says was erased before and is there again, since a backup was restored, is erased again (reliability.md
 * I25). May run twice at once. Returns how many were erased.
 */
export async function eraseDeleted(dependencies: Dependencies): Promise<{ tenants: number; people: number }> {
  const before = new Date(dependencies.clock().getTime() - daysUntilErased * 86_400_000);
  const tenants = await each(dependencies, await asPlatform(dependencies, (tx) => listDueTenants(tx, before)), (due) =>
    eraseTenant(dependencies, due, before),
  );
  const people = await each(dependencies, await asPlatform(dependencies, (tx) => listDuePeople(tx, before)), (due) =>
    erasePerson(dependencies, due, before),
  );
  return { tenants, people };
}

/** One that cannot be erased holds up no other, and is tried again with the next round. */
async function each({ log }: Dependencies, all: readonly Due[], erase: (due: Due) => Promise<boolean>): Promise<number> {
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

async function eraseTenant(dependencies: Dependencies, { id, deletedAt }: Due, before: Date): Promise<boolean> {
  const now = dependencies.clock();
  const files = await asJob(dependencies, async (tx) => {
    if (!(await lockDueTenant(tx, { id, before }))) return undefined;
    const ids = await listFileIds(tx, id);
    const people = await listPeopleOf(tx, id);
    await giveCalendarsBack(tx, now, { tenantId: id });
    await deleteTenantRows(tx, id);
    for (const person of people) {
      await giveCalendarsBack(tx, now, { emailKey: person.emailKey });
      await deletePersonRows(tx, person);
      await noteErasure(tx, { kind: 'person', id: person.id, deletedAt, now });
    }
    await noteErasure(tx, { kind: 'tenant', id, deletedAt, now });
    return ids;
  });
  // After the rows: what a crash leaves here has none, and the sweep takes it.
  for (const file of files ?? []) await dependencies.files.remove(storedName(id, file));
  return files !== undefined;
}

async function erasePerson(dependencies: Dependencies, { id, deletedAt }: Due, before: Date): Promise<boolean> {
  const now = dependencies.clock();
  return asJob(dependencies, async (tx) => {
    const person = await lockDuePerson(tx, { id, before });
    if (!person) return false;
    await giveCalendarsBack(tx, now, person);
    await deletePersonRows(tx, { id, ...person });
    await noteErasure(tx, { kind: 'person', id, deletedAt, now });
    return true;
  });
}
