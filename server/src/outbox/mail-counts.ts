import { createHash } from 'node:crypto';
import { asPlatform, type Tx } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { deleteMailCountsBefore, raiseMailCount, reduceMailCount } from './mail-count-queries.ts';

/** How many letters an address may get of one sort in one period, over all businesses and servers (decision 0024). */
interface Allowance {
  /** What is counted, such as `booking`. */
  readonly scope: string;
  /** When: a day in India or an hour, as text. */
  readonly period: string;
  readonly most: number;
}

export interface Recipient {
  /** The address, as it is compared. */
  readonly emailKey: string;
  readonly allowances: readonly Allowance[];
}

const keptDays = 2;

/** Counts a letter against each allowance, in a platform transaction; false, and nothing counted, where one of them is used up. */
export async function takeLetter(tx: Tx, { emailKey, allowances }: Recipient, now: Date): Promise<boolean> {
  const addressHash = hashOf(emailKey);
  for (const [at, allowance] of allowances.entries()) {
    if (await raiseMailCount(tx, { addressHash, ...allowance, now })) continue;
    for (const taken of allowances.slice(0, at)) await reduceMailCount(tx, { addressHash, ...taken });
    return false;
  }
  return true;
}

/** Takes the count back of a letter that did not leave. */
export async function giveLetterBack(tx: Tx, { emailKey, allowances }: Recipient): Promise<void> {
  for (const allowance of allowances) await reduceMailCount(tx, { addressHash: hashOf(emailKey), ...allowance });
}

/** Deletes the counts of days that are over, and says how many those were. */
export async function forgetMailCounts(dependencies: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - keptDays * 86_400_000);
  return asPlatform(dependencies, (tx) => deleteMailCountsBefore(tx, before));
}

/** The table tells nobody whom it counts for. */
function hashOf(emailKey: string): string {
  return createHash('sha256').update(`letters to ${emailKey}`).digest('base64url');
}
