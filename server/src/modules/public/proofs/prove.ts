import { randomBytes } from 'node:crypto';
import type { Dependencies } from '../../../context/dependencies.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import type { Shown } from '../online/shown.ts';
import {
  countTry,
  deleteDevice,
  findDevice,
  keepDevice,
  type KnownPerson,
  listKnown,
  lockProof,
  noteProven,
  type ProofRow,
} from './queries.ts';
import {
  deviceDays,
  hashDevice,
  isAlive,
  isCode,
  isProven,
  mostTries,
  provesNumber,
  readCode,
} from './rules.ts';

/** The most people of a number that a visitor chooses from. */
const mostKnown = 12;

interface Given {
  readonly id: string;
  readonly visitor: string | null;
  /** The code as it was typed. */
  readonly code: string;
}

/** The result of a typed code: right, wrong with the tries that are left, or too late. */
type Proven =
  | { readonly kind: 'right' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'wrong'; readonly left: number };

/** Checks a typed code, and counts the try. @throws `not_found` */
export async function prove(
  { secrets }: Dependencies,
  { context }: Shown,
  { id, visitor, code }: Given,
): Promise<Proven> {
  const { now, tenantId } = context;
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const row = orNotFound((await run(tx, context, lockProof({ id })))[0]);
    assertThat(row.visitor === visitor, 'not_found');
    if (isProven(row, now)) return { kind: 'right' };
    if (row.code_hash === null || !isAlive(row, now)) return { kind: 'ended' };
    const typed = readCode(code);
    if (typed !== undefined && isCode(secrets.codeKeys, { tenantId, id }, typed, row.code_hash)) {
      atCommit(tx, context, noteProven({ id, now }));
      return { kind: 'right' };
    }
    atCommit(tx, context, countTry({ id }));
    const left = mostTries - row.tries - 1;
    return left > 0 ? { kind: 'wrong', left } : { kind: 'ended' };
  });
}

/** Makes the secret of a device. */
export function newDevice(): string {
  return randomBytes(32).toString('base64url');
}

/** Remembers that a device proved a number of a business. */
export async function rememberDevice(
  { context }: Shown,
  { secret, number }: { readonly secret: string; readonly number: string },
): Promise<void> {
  const { now, tenantId } = context;
  await inTenant({ ...context, isShown: false }, (tx) =>
    run(tx, context, keepDevice({ hash: hashDevice(tenantId, secret), number, now })),
  );
}

/** Forgets a device in a business. */
export async function forgetDevice({ context }: Shown, secret: string): Promise<void> {
  await inTenant({ ...context, isShown: false }, (tx) =>
    run(tx, context, deleteDevice({ hash: hashDevice(context.tenantId, secret) })),
  );
}

/** Returns the number that a device proved to a business in the last thirty days. */
export async function findKnownNumber(
  { context }: Shown,
  secret: string | undefined,
): Promise<string | undefined> {
  if (secret === undefined || !/^[\w-]{43}$/.test(secret)) return undefined;
  const { now, tenantId } = context;
  const since = new Date(now.getTime() - deviceDays * 86_400_000);
  const { found } = await readInOneMessage(context, {
    found: findDevice({ hash: hashDevice(tenantId, secret), since }),
  });
  return found[0]?.number;
}

/**
 * Lists the people of a number that its visitor has proven, to choose one. An empty list for a proven
 * email, which proves no number.
 */
export async function listHousehold({ context }: Shown, row: ProofRow): Promise<readonly KnownPerson[]> {
  if (!provesNumber(row, context.now)) return [];
  const { known } = await readInOneMessage(context, {
    known: listKnown({ contact: row.contact, limit: mostKnown }),
  });
  return known;
}
