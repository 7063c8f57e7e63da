import { createHash } from 'node:crypto';
import { asPlatform, platform, type Tx } from '../db/tenant.ts';
import { countChanged, run, writeTogether } from '../db/transaction.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { deleteMailCountsBefore, raiseMailCount, reduceMailCount } from './mail-count-queries.ts';

/**
 * The number of mails of one kind that an address may get in one period, from all businesses and
 * servers together (decision 0024).
 */
interface Allowance {
  /** The counted kind, such as `booking`. */
  readonly scope: string;
  /** The period, a day in India or an hour, as text. */
  readonly period: string;
  readonly most: number;
}

export interface Recipient {
  /** The address in its compared form. */
  readonly emailKey: string;
  readonly allowances: readonly Allowance[];
}

const retentionDays = 2;

/**
 * Counts a mail against each allowance, in a platform transaction. Returns false, with nothing
 * counted, where one of them is used up.
 */
export async function consumeAllowances(
  tx: Tx,
  { emailKey, allowances }: Recipient,
  now: Date,
): Promise<boolean> {
  const addressHash = hashAddress(emailKey);
  for (const [at, allowance] of allowances.entries()) {
    if ((await run(tx, platform, raiseMailCount({ addressHash, ...allowance, now }))).length > 0) continue;
    await releaseAllowances(tx, { emailKey, allowances: allowances.slice(0, at) });
    return false;
  }
  return true;
}

/** Reverts the count of a mail that was not sent. */
export async function releaseAllowances(tx: Tx, { emailKey, allowances }: Recipient): Promise<void> {
  const addressHash = hashAddress(emailKey);
  const reduced = allowances.map((allowance) => reduceMailCount({ addressHash, ...allowance }));
  await writeTogether(tx, platform, reduced);
}

/** Deletes counts of past days. Returns their number. */
export async function deleteOldMailCounts(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - retentionDays * 86_400_000);
  return asPlatform(dependencies, (tx) => countChanged(tx, platform, deleteMailCountsBefore({ before })));
}

/** Hashes an address: the table does not reveal it. */
export function hashAddress(emailKey: string): string {
  return createHash('sha256').update(`emails to ${emailKey}`).digest('base64url');
}
