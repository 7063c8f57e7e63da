import type { PlatformUser } from '@samay/contract/platform/users';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { endAllSessions, softDeletePerson, restorePerson, takeFactorAway } from '../../identity/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { fetchUser } from './present-user.ts';
import { findUserRow } from './user-queries.ts';

interface Input {
  readonly params: { id: string };
}

/**
 * Deletes a person and signs them out at once; they are erased after 30 days. Not for the only
 * owner of a business with others, nor a super admin.
 */
export async function deleteUser(context: SessionContext, { params: { id } }: Input): Promise<PlatformUser> {
  return asPlatform(context.dependencies, async (tx) => {
    await softDeletePerson(tx, context, id);
    return fetchUser(tx, context, id);
  });
}

/** Reverts a person's deletion: they can sign in again and have their business and role back. */
export async function restoreUser(context: SessionContext, { params: { id } }: Input): Promise<PlatformUser> {
  return asPlatform(context.dependencies, async (tx) => {
    await restorePerson(tx, context, id);
    return fetchUser(tx, context, id);
  });
}

/**
 * Signs a person out on all their devices, from their next request. @throws `account.is_own` for
 * one's own sessions, which are ended on Settings
 */
export async function endUserSessions(
  context: SessionContext,
  { params: { id } }: Input,
): Promise<PlatformUser> {
  assertThat(id !== context.caller.userId, 'account.is_own');
  return asPlatform(context.dependencies, async (tx) => {
    const person = await fetchUser(tx, context, id);
    const ended = await endAllSessions(tx, context, id, 'ended_elsewhere');
    await auditPlatform(tx, context, {
      action: 'person.signed_out',
      tenantId: person.tenant?.id ?? null,
      object: id,
      detail: { ended },
    });
    return fetchUser(tx, context, id);
  });
}

/**
 * Takes the second factor of another person away, as for a lost phone, and signs them out
 * everywhere. The caller has proven their own within the hour. @throws `account.is_own` for one's
 * own, `factor.missing` where there is none
 */
export async function removeUserFactor(
  context: SessionContext,
  { params: { id } }: Input,
): Promise<PlatformUser> {
  assertThat(id !== context.caller.userId, 'account.is_own');
  return asPlatform(context.dependencies, async (tx) => {
    const person = orNotFound(await findUserRow(tx, id, context.now));
    assertThat(person.has_factor, 'factor.missing');
    await takeFactorAway(tx, context, person);
    await endAllSessions(tx, context, id, 'ended_by_platform');
    await auditPlatform(tx, context, {
      action: 'factor.removed_by_platform',
      tenantId: person.tenant_id,
      object: id,
    });
    return fetchUser(tx, context, id);
  });
}
