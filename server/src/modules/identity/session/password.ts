import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { AppError } from '../../../core/app-error.ts';

const argon2Async = promisify(argon2);

/** Limits concurrent hashes: each takes 19 MB and a thread. */
const concurrency = 4;
const longestQueue = 32;
const limit = pLimit(concurrency);

interface Parameters {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

interface Stored {
  readonly parameters: Parameters;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** OWASP Password Storage Cheat Sheet, argon2id. */
const today: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** The hash that is checked for an unknown person, which takes as long. No password matches it. */
const dummy: Stored = { parameters: today, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) };

/** Hashes a password to an argon2id PHC string. @throws `server.unavailable` if too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await computeTag(password, { parameters: today, salt, tag: Buffer.alloc(tagBytes) });
  const { memory, passes, parallelism } = today;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/**
 * Checks a password against its hash, and whether that has today's parameters. Costs one hash, also
 * without a stored one. @throws `server.unavailable` if too many wait.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
): Promise<{ matches: boolean; outdated: boolean }> {
  const stored = hash ? parse(hash) : dummy;
  const matches = timingSafeEqual(await computeTag(password, stored), stored.tag);
  return { matches: matches && stored !== dummy, outdated: !isToday(stored) };
}

/** Runs the work when fewer than four others run. @throws `server.unavailable` if 32 wait. */
export async function inHashQueue<T>(work: () => Promise<T>): Promise<T> {
  const isFull = limit.activeCount + limit.pendingCount >= concurrency + longestQueue;
  if (isFull) throw new AppError('server.unavailable', { retryAfter: 2 });
  return limit(work);
}

/** Normalises by NFKC: another keyboard may send other code points (NIST SP 800-63B). */
async function computeTag(password: string, { parameters, salt, tag }: Stored): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return inHashQueue(() =>
    argon2Async('argon2id', { message, nonce: salt, tagLength: tag.length, ...parameters }),
  );
}

function parse(hash: string): Stored {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,})\$([\w+/]{22,})$/.exec(
    hash,
  );
  if (!parts) throw new Error('a stored password hash is not argon2id');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function isToday({ parameters: { memory, passes, parallelism }, salt, tag }: Stored): boolean {
  const sameCost = memory === today.memory && passes === today.passes && parallelism === today.parallelism;
  return sameCost && salt.length === saltBytes && tag.length === tagBytes;
}

/** Encodes Base64 without padding, as in PHC strings. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
