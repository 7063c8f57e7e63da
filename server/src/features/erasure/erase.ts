import { daysUntilErased } from '@samay/contract/platform';
import { asPlatform } from '../../db/tenant.ts';
import type { Parts } from '../../parts.ts';
import { storedName } from '../files/index.ts';
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
 * their own. What the ledger says was erased before and is there again, since a backup was restored, is erased again (reliability.md
 * I25). May run twice at once. Returns how many were erased.
 */
export async function eraseDeleted(parts: Parts): Promise<{ tenants: number; people: number }> {
  const now = parts.clock();
  const before = new Date(now.getTime() - daysUntilErased * 86_400_000);
  const erased = { tenants: 0, people: 0 };
  for (const tenant of await asPlatform(parts, (tx) => listDueTenants(tx, before))) {
    if (await eraseTenant(parts, tenant, before)) erased.tenants += 1;
  }
  for (const person of await asPlatform(parts, (tx) => listDuePeople(tx, before))) {
    if (await erasePerson(parts, person, before)) erased.people += 1;
  }
  return erased;
}

async function eraseTenant(parts: Parts, { id, deletedAt }: Due, before: Date): Promise<boolean> {
  const now = parts.clock();
  const files = await asPlatform(parts, async (tx) => {
    if (!(await lockDueTenant(tx, { id, before }))) return undefined;
    const ids = await listFileIds(tx, id);
    const people = await listPeopleOf(tx, id);
    await deleteTenantRows(tx, id);
    for (const person of people) {
      await deletePersonRows(tx, person);
      await noteErasure(tx, { kind: 'person', id: person.id, deletedAt, now });
    }
    await noteErasure(tx, { kind: 'tenant', id, deletedAt, now });
    return ids;
  });
  // After the rows: what a crash leaves here has none, and the sweep takes it.
  for (const file of files ?? []) await parts.files.remove(storedName(id, file));
  return files !== undefined;
}

async function erasePerson(parts: Parts, { id, deletedAt }: Due, before: Date): Promise<boolean> {
  return asPlatform(parts, async (tx) => {
    const person = await lockDuePerson(tx, { id, before });
    if (!person) return false;
    await deletePersonRows(tx, { id, ...person });
    await noteErasure(tx, { kind: 'person', id, deletedAt, now: parts.clock() });
    return true;
  });
}
