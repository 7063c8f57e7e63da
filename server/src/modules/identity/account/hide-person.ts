import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { endAllSessions } from '../session/end-session.ts';
import { refusalOf, takesBusiness } from './policy.ts';
import { findStanding, lockBusinessOf, markDeleted, markTenantDeleted } from './queries.ts';

/**
 * Deletes a person, in a platform transaction: hidden and signed out everywhere at once, erased after 30 days (decisions, "People").
 * Of two owners who leave at once one is refused with `account.last_owner`, as is the only owner of others; a super admin with
 * `account.is_admin`. The business of which they are the only person goes with them.
 */
export async function hidePerson(tx: Tx, context: SessionContext, userId: string): Promise<void> {
  await lockBusinessOf(tx, userId);
  const person = orNotFound(await findStanding(tx, userId));
  if (person.deletedAt !== null) return;
  const refused = refusalOf(person);
  assertThat(refused !== 'admin', 'account.is_admin');
  assertThat(refused !== 'owner', 'account.last_owner');
  const withBusiness = takesBusiness(person);
  await markDeleted(tx, userId, context.now);
  if (withBusiness && person.tenantId) await markTenantDeleted(tx, person.tenantId, context.now);
  await endAllSessions(tx, context, userId, 'deleted');
  const actor = { userId: context.caller.userId, tenantId: person.tenantId };
  await auditPerson(tx, context, actor, 'account.deleted', userId, { withBusiness });
}
