import type { ProvenIdentity } from '../../../adapters/identity/port.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import type { Admission } from '../people/admission.ts';
import { ensurePerson } from '../people/ensure-person.ts';
import { provenKey } from './policy.ts';
import { findByIdentity, findByKey, insertIdentity } from './queries.ts';

/** The transaction that admits a person, and what they may join. */
interface Admitting {
  readonly tx: Tx;
  readonly context: PublicContext;
  readonly admission: Admission;
}

/**
 * Finds the person of a Google identity, in a platform transaction (decisions, "People";
 * reliability.md A6, I17). A linked person is found by issuer and subject, whatever their address
 * is now. An unlinked one is found by a proven address, which must belong to a person or to
 * somebody who was invited or has paid. An open invitation is accepted once; nobody is moved to
 * another business.
 * @throws `google.unverified_email`, `google.no_account`, `google.other_account`; the caller must
 *   roll the transaction back.
 */
export async function admitPerson(admitting: Admitting, identity: ProvenIdentity): Promise<string> {
  const { tx } = admitting;
  const key = provenKey(identity);
  const known = await findByIdentity(tx, identity.issuer, identity.subject);
  if (known) {
    // Only the address of the account accepts invitations.
    if (key === known.email_key) await enter(admitting, known.user_id, key);
    return known.user_id;
  }
  return admitByAddress(admitting, identity, orNotFound(key, 'google.unverified_email'));
}

async function admitByAddress(
  admitting: Admitting,
  identity: ProvenIdentity,
  emailKey: string,
): Promise<string> {
  const { tx, context } = admitting;
  const holder = await findByKey(tx, emailKey);
  const { id: userId, isNew } = holder
    ? { id: holder.user_id, isNew: false }
    : await newPerson(tx, context, identity);
  await link(tx, context, identity, userId);
  const entered = await enter(admitting, userId, emailKey);
  assertThat(entered || !isNew, 'google.no_account');
  const tenantId = entered ?? holder?.tenant_id ?? null;
  await auditPerson(tx, context, { userId, tenantId }, 'identity.linked', userId, {
    issuer: identity.issuer,
  });
  return userId;
}

/** Joins the business that invited the address, or else the one that was paid for with it. */
async function enter(
  { tx, context, admission }: Admitting,
  userId: string,
  emailKey: string,
): Promise<string | undefined> {
  const invited = await admission.activateInvitation(tx, context, { userId, emailKey });
  return invited?.tenantId ?? (await admission.claimPaidOrdersOf(tx, context, { userId, emailKey }));
}

/** Creates the person. An account that is deleted and not yet erased counts as none. */
async function newPerson(
  tx: Tx,
  { now }: PublicContext,
  { email, name }: ProvenIdentity,
): Promise<{ id: string; isNew: boolean }> {
  return ensurePerson(tx, { email: orNotFound(email, 'google.unverified_email'), name, now }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new AppError('google.no_account') : error;
    },
  );
}

/**
 * Links the identity to the person. Two first sign-ins at once make one link; a person linked to
 * another identity is refused.
 */
async function link(
  tx: Tx,
  { now }: PublicContext,
  { issuer, subject }: ProvenIdentity,
  userId: string,
): Promise<void> {
  if (await insertIdentity(tx, { issuer, subject, user_id: userId, created_at: now })) return;
  const holder = await findByIdentity(tx, issuer, subject);
  assertThat(holder?.user_id === userId, 'google.other_account');
}
