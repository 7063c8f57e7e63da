import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SymmetricKey } from '../../../core/secrets.ts';

/** The seconds for which a task may be solved. */
export const taskSeconds = 600;
/** The zero bits with which the hash of a solution begins: about 65,000 hashes, some seconds of a cheap phone. */
export const taskBits = 16;

interface At {
  readonly tenantId: string;
  readonly now: Date;
}

/** Makes a task for a visitor of a business: its end, a random text, and their signature. */
export function makeTask([key]: readonly SymmetricKey[], { tenantId, now }: At): string {
  if (!key) throw new Error('there is no key');
  const until = Math.floor(now.getTime() / 1000) + taskSeconds;
  const text = `${until}.${randomBytes(12).toString('base64url')}`;
  return `${text}.${sign(key, tenantId, text).toString('base64url')}`;
}

/** Returns whether a solution is one of a task that this installation made for the business and that has not ended. */
export function isSolved(
  keys: readonly SymmetricKey[],
  { tenantId, now }: At,
  { task, solution }: { readonly task: string; readonly solution: string },
): boolean {
  const [, text = '', until = '', signature = ''] = /^((\d{10})\.[\w-]{16})\.([\w-]{43})$/.exec(task) ?? [];
  if (Number(until) * 1000 <= now.getTime() || !/^\d{1,15}$/.test(solution)) return false;
  const given = Buffer.from(signature, 'base64url');
  const isOurs = keys.some((key) => timingSafeEqual(given, sign(key, tenantId, text)));
  return isOurs && hash('sha256', `${task}.${solution}`, 'buffer').readUInt32BE() >>> (32 - taskBits) === 0;
}

function sign(key: SymmetricKey, tenantId: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(key.key, 'base64')).update(`task ${tenantId} ${text}`).digest();
}
