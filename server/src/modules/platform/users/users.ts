import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { listPlatformUsers as endpoint, PlatformUser } from '@samay/contract/platform/users';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { Caller, SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { maskEmail, maskName, reasonFor } from '../../audit/index.ts';
import { endAllSessions, restorePerson, softDeletePerson, takeFactorAway } from '../../identity/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { findUserRow, listUserRows, type UserRow } from './queries.ts';

interface Input {
  readonly params: { id: string };
}

/**
 * Lists all people of the platform; the access is audited. The people of a chosen business are
 * named after the caller has given a reason; others are masked, and only a whole address finds
 * them.
 */
export async function listPlatformUsers(
  context: SessionContext,
  { query }: { query: QueryOf<typeof endpoint> },
): Promise<ReplyOf<typeof endpoint>> {
  const { caller, now } = context;
  const { search, role, business, status, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const reason = business ? await reasonFor(tx, context, business) : undefined;
    const filter = { search, role, business, status };
    const found = await run(tx, platform, listUserRows({ ...filter, place, limit: limit + 1, now }));
    const page = makePage(found, limit, (row) => presentUser(row, caller, business !== undefined));
    const shown = page.items.length;
    const detail = { role, status, searched: Boolean(search), shown, ...(reason && { reason }) };
    const object = business ?? 'users';
    await auditPlatform(tx, context, business ?? null, 'platform.users_listed', object, detail);
    return page;
  });
}

/** Deletes a person and signs them out; they are erased after 30 days. */
export async function deleteUser(context: SessionContext, { params: { id } }: Input): Promise<PlatformUser> {
  return change(context, id, (tx) => softDeletePerson(tx, context, id));
}

/** Reverts a deletion: the person has their business and role back. */
export async function restoreUser(context: SessionContext, { params: { id } }: Input): Promise<PlatformUser> {
  return change(context, id, (tx) => restorePerson(tx, context, id));
}

/** Signs a person out on all devices. @throws `account.is_own`: own sessions end on Settings */
export async function endUserSessions(
  context: SessionContext,
  { params: { id } }: Input,
): Promise<PlatformUser> {
  assertThat(id !== context.caller.userId, 'account.is_own');
  return change(context, id, async (tx) => {
    const { tenantId } = await findUser(tx, context, id);
    const ended = await endAllSessions(tx, context, id, 'ended_elsewhere');
    await auditPlatform(tx, context, tenantId, 'person.signed_out', id, { ended });
  });
}

/**
 * Removes another person's second factor, as for a lost phone, and signs them out. The caller has
 * proven their own within the hour. @throws `account.is_own`, `factor.missing`
 */
export async function removeUserFactor(
  context: SessionContext,
  { params: { id } }: Input,
): Promise<PlatformUser> {
  assertThat(id !== context.caller.userId, 'account.is_own');
  return change(context, id, async (tx) => {
    const person = await findUser(tx, context, id);
    assertThat(person.hasFactor, 'factor.missing');
    await takeFactorAway(tx, context, person);
    await endAllSessions(tx, context, id, 'ended_by_platform');
    await auditPlatform(tx, context, person.tenantId, 'factor.removed_by_platform', id);
  });
}

async function findUser(tx: Tx, { now }: SessionContext, id: string): Promise<UserRow> {
  return orNotFound((await run(tx, platform, findUserRow({ id, now })))[0]);
}

/** Changes a person and presents them as the list does. */
async function change(
  context: SessionContext,
  id: string,
  write: (tx: Tx) => Promise<void>,
): Promise<PlatformUser> {
  return asPlatform(context.dependencies, async (tx) => {
    await write(tx);
    return presentUser(await findUser(tx, context, id), context.caller, false);
  });
}

/**
 * Presents a person with the actions that the caller may take: none on oneself, and no screen
 * deletes a super admin. Names in a business are masked until the caller has given a reason.
 */
function presentUser(
  { micros: _, tenantId, tenantName, hasFactor, isPending, ...row }: UserRow,
  caller: Caller,
  hasReason: boolean,
): PlatformUser {
  const isOther = row.id !== caller.userId;
  const isDeleted = row.deletedAt !== null;
  const isWhole = hasReason || tenantId === null;
  return {
    ...row,
    email: maskEmail(row.email),
    name: row.name === null || isWhole ? row.name : maskName(row.name),
    tenant: tenantId && tenantName ? { id: tenantId, name: tenantName } : null,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    status: isDeleted ? 'deleted' : isPending ? 'pending' : 'active',
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    may: {
      delete: isOther && !isDeleted && row.role !== 'SUPER_ADMIN',
      restore: isDeleted,
      endSessions: isOther && row.sessions > 0,
      removeFactor: isOther && !isDeleted && hasFactor,
    },
  };
}
