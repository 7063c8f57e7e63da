import { platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { assertThat } from '../../../core/app-error.ts';
import { emailKey } from './policy.ts';
import { findByAddress, insertPerson } from './queries.ts';

/**
 * Finds the person of a proven address, who keeps their name and password, or creates them. @throws
 * `account.deleted` until a deleted account is erased.
 */
export async function ensurePerson(
  tx: Tx,
  { email, name = null, now }: { email: string; name?: string | null; now: Date },
): Promise<{ id: string; isNew: boolean }> {
  const key = emailKey(email);
  const values = { email: email.trim(), email_key: key, full_name: name, created_at: now };
  const [inserted] = await run(tx, platform, insertPerson(values));
  if (inserted) return { id: inserted.id, isNew: true };
  const person = await findByAddress(tx, key);
  assertThat(person?.deleted_at === null, 'account.deleted');
  return { id: person.id, isNew: false };
}
