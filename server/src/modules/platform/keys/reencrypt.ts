import { decrypt, encrypt, getFingerprintPrefix, getPrefix } from '../../../core/encryption.ts';
import type { Secrets, SymmetricKey } from '../../../core/secrets.ts';
import { platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import {
  columnStatements,
  countLeft,
  encryptedCheck,
  findUnreadable,
  insertCheck,
  listPresent,
} from './queries.ts';

/** The values of one run: their rows stay locked until it ends. */
const mostPerRun = 1000;

/** Writes the value by which other keys are found out, if the installation has none yet. */
export async function writeCheck(tx: Tx, secrets: Secrets): Promise<void> {
  await run(tx, platform, insertCheck({ check: encrypt(secrets, encryptedCheck.aboutOf({}), 'samay') }));
}

/**
 * Returns whether a value is encrypted under none of the keys; false in a database that is older than
 * the check.
 */
export async function holdsUnreadable(tx: Tx, { encryptionKeys }: Secrets): Promise<boolean> {
  const present = (await run(tx, platform, listPresent({}))).map(({ name }) => name);
  if (!present.includes('installation.encrypted_check')) return false;
  const known = encryptionKeys.map(getPrefix);
  const columns = present.toSorted().join(' ');
  return onlyRow(await run(tx, platform, findUnreadable({ known }, { columns }))).found;
}

/**
 * Encrypts values of other keys under the first. Returns how many, and how many are left: of an
 * earlier run that took its most, and the recovery codes, which are hashed and cannot be hashed
 * again before their owners type them.
 */
export async function reencrypt(
  tx: Tx,
  secrets: Secrets,
  most = mostPerRun,
): Promise<{ written: number; left: number }> {
  const first = getFirst(secrets);
  let written = 0;
  for (const { column, listOthers, writeValue } of columnStatements) {
    const rows = await run(tx, platform, listOthers({ first: getPrefix(first), most: most - written }));
    for (const row of rows) {
      const about = column.aboutOf(row);
      const encrypted = encrypt(secrets, about, decrypt(secrets, about, row.encrypted));
      const after = column.field ? encrypted.toString('base64') : encrypted;
      await run(tx, platform, writeValue({ ...row, before: row.encrypted, after }));
    }
    written += rows.length;
  }
  const counted = countLeft({ first: getPrefix(first), code: getFingerprintPrefix(first) });
  return { written, left: onlyRow(await run(tx, platform, counted)).count };
}

function getFirst({ encryptionKeys: [first] }: Secrets): SymmetricKey {
  if (!first) throw new Error('there is no key');
  return first;
}
