import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { inHashQueue } from './hash-queue.ts';

const argon2Async = promisify(argon2);

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

/** Stands in where there is no hash to compare with, so that an unknown person costs what a known one does. Nothing matches it. */
const dummy: Stored = { parameters: today, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) };

/** An argon2id hash as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. Refuses with `server.unavailable` when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await tagOf(password, { parameters: today, salt, tag: Buffer.alloc(tagBytes) });
  const { memory, passes, parallelism } = today;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/**
 * Whether a password is the one that was hashed, and whether that hash has other parameters than today's. One hash of work,
 * also where there is none to compare with. Throws when the stored text is no argon2id hash.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<{ matches: boolean; outdated: boolean }> {
  const stored = hash ? parse(hash) : dummy;
  const matches = timingSafeEqual(await tagOf(password, stored), stored.tag);
  return { matches: matches && stored !== dummy, outdated: !isToday(stored) };
}

/** The same password typed on another keyboard may come in other code points: NFKC makes them one (NIST SP 800-63B). */
async function tagOf(password: string, { parameters, salt, tag }: Stored): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return inHashQueue(() => argon2Async('argon2id', { message, nonce: salt, tagLength: tag.length, ...parameters }));
}

function parse(hash: string): Stored {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,})\$([\w+/]{22,})$/.exec(hash);
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

/** PHC strings leave base64's padding out. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
