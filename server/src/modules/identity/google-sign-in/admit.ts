import type { ProvenIdentity } from '../../../adapters/identity/port.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { claimPaidOrdersOf, activateInvitation } from '../../tenancy/index.ts';
import { ensurePerson } from '../people/ensure-person.ts';
import { provenKey } from './policy.ts';
import { findByIdentity, findByKey, insertIdentity } from './queries.ts';

/**
 * Whom an identity belongs to, in a platform transaction (decisions, "People"; reliability.md A6, I17). Who was here before is known by the
 * provider's number for them, whatever their address is now; who comes for the first time by an address that is proven, if it is that
 * of a person or of someone invited. An open invitation is accepted, once; nobody is moved from one business to another. Refuses with
 * `google.unverified_email`, `google.no_account` and `google.other_account`; a refusal must end the transaction.
 */
export async function admitPerson(tx: Tx, context: PublicContext, identity: ProvenIdentity): Promise<string> {
  const key = provenKey(identity);
  const known = await findByIdentity(tx, identity.issuer, identity.subject);
  if (known) {
    // An address that is not the one their business knows them by accepts nothing in their name.
    if (key === known.email_key) await enter(tx, context, known.user_id, key);
    return known.user_id;
  }
  return admitByAddress(tx, context, identity, orNotFound(key, 'google.unverified_email'));
}

async function admitByAddress(tx: Tx, context: PublicContext, identity: ProvenIdentity, emailKey: string): Promise<string> {
  const holder = await findByKey(tx, emailKey);
  const { id: userId, isNew } = holder ? { id: holder.user_id, isNew: false } : await newPerson(tx, context, identity);
  await link(tx, context, identity, userId);
  const entered = await enter(tx, context, userId, emailKey);
  assertThat(entered || !isNew, 'google.no_account');
  const tenantId = entered ?? holder?.tenant_id ?? null;
  await auditPerson(tx, context, { userId, tenantId }, 'identity.linked', userId, { issuer: identity.issuer });
  return userId;
}

/** The business that was waiting for a proven address: one that invited it, or one that was paid for from it. */
async function enter(tx: Tx, context: PublicContext, userId: string, emailKey: string): Promise<string | undefined> {
  const invited = await activateInvitation(tx, context, { userId, emailKey });
  return invited?.tenantId ?? (await claimPaidOrdersOf(tx, context, { userId, emailKey }));
}

/** Somebody whose account is deleted and not yet erased has none. */
async function newPerson(tx: Tx, { now }: PublicContext, { email, name }: ProvenIdentity): Promise<{ id: string; isNew: boolean }> {
  return ensurePerson(tx, { email: orNotFound(email, 'google.unverified_email'), name, now }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('google.no_account') : error;
  });
}

/** Two first sign-ins at once make one link; an address that moved on to another account of the provider makes none. */
async function link(tx: Tx, { now }: PublicContext, { issuer, subject }: ProvenIdentity, userId: string): Promise<void> {
  if (await insertIdentity(tx, { issuer, subject, user_id: userId, created_at: now })) return;
  const holder = await findByIdentity(tx, issuer, subject);
  assertThat(holder?.user_id === userId, 'google.other_account');
}
