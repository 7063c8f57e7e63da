import { daysUntilErased } from '@samay/contract/platform/tenants';
import { asJob, asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
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
  const find = async (kind: 'tenant' | 'user') =>
    asPlatform(dependencies, (tx) => run(tx, platform, listDue({ before }, { kind })));
  const tenants = await each(dependencies, await find('tenant'), (due) =>
    eraseTenant(dependencies, due, before),
  );
  const people = await each(dependencies, await find('user'), (due) =>
    erasePerson(dependencies, due, before),
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
  const erased = { deletedAt, erasedAt: now };
  const files = await asJob(dependencies, async (tx) => {
    if ((await run(tx, platform, lockDueTenant({ id, before }))).length === 0) return undefined;
    const ids = await run(tx, { tenantId: id }, listFileIds({}));
    const people = await listBusinessPeople(tx, { tenantId: id });
    await forgetAndRevokeCalendars(tx, now, { tenantId: id });
    await deleteTenantRows(tx, id);
    for (const person of people) {
      await forgetAndRevokeCalendars(tx, now, { emailKey: person.emailKey });
      await deletePersonRows(tx, person);
      await run(tx, platform, recordErasure({ kind: 'user', subjectId: person.id, ...erased }));
    }
    await run(tx, platform, recordErasure({ kind: 'tenant', subjectId: id, ...erased }));
    return ids;
  });
  // Removes files after the rows: a file without a row is left to the sweep.
  for (const file of files ?? []) await dependencies.files.remove(storedName(id, file.id));
  return files !== undefined;
}

async function erasePerson(
  dependencies: Dependencies,
  { id, deletedAt }: Due,
  before: Date,
): Promise<boolean> {
  const now = dependencies.clock();
  return asJob(dependencies, async (tx) => {
    const [person] = await run(tx, platform, lockDuePerson({ id, before }));
    if (!person) return false;
    await forgetAndRevokeCalendars(tx, now, person);
    await deletePersonRows(tx, person);
    await run(tx, platform, recordErasure({ kind: 'user', subjectId: id, deletedAt, erasedAt: now }));
    return true;
  });
}
