import type { ProvenIdentity } from '../../../adapters/identity/port.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { auditPerson } from '../../audit/index.ts';
import type { Admitting } from '../people/admission.ts';
import { ensurePerson } from '../people/ensure-person.ts';
import { emailKey } from '../people/policy.ts';
import { findPerson, readByIdentity } from '../people/queries.ts';
import { insertIdentity } from './queries.ts';

/**
 * Finds the person of a Google identity, in a platform transaction (P-2.49, I-17). A linked person
 * is found by issuer and subject, an unlinked one by a proven address, which must belong to a
 * person, an invitation or a payment. Nobody is moved to another business. @throws
 * `google.unverified_email`, `google.no_account`, `google.other_account`; the caller must roll the
 * transaction back.
 */
export async function admitPerson(admitting: Admitting, identity: ProvenIdentity): Promise<string> {
  const key = provenKey(identity);
  const [known] = await run(admitting.tx, platform, readByIdentity(identity));
  if (!known) return admitByAddress(admitting, identity, orNotFound(key, 'google.unverified_email'));
  // Accepts invitations of the account's address only.
  if (key === known.email_key) await enter(admitting, known.id, key);
  return known.id;
}

/**
 * Returns the key of the verified address. An address that NFKC changes belongs to another mailbox
 * than it appears to (P-2.49).
 */
function provenKey({ email, emailVerified }: ProvenIdentity): string | undefined {
  if (!emailVerified || email === undefined) return undefined;
  return email === email.normalize('NFKC') && email === email.trim() ? emailKey(email) : undefined;
}

async function admitByAddress(admitting: Admitting, identity: ProvenIdentity, key: string): Promise<string> {
  const { tx, context } = admitting;
  const holder = await findPerson(tx, key);
  const { id: userId, isNew } = holder
    ? { id: holder.id, isNew: false }
    : await newPerson(admitting, identity);
  await link(admitting, identity, userId);
  const entered = await enter(admitting, userId, key);
  assertThat(entered || !isNew, 'google.no_account');
  const person = { userId, tenantId: entered ?? holder?.tenant_id ?? null };
  await auditPerson(tx, context, person, 'identity.linked', userId, { issuer: identity.issuer });
  return userId;
}

async function enter(
  { tx, context, admission }: Admitting,
  userId: string,
  emailKey: string,
): Promise<string | undefined> {
  const invited = await admission.activateInvitation(tx, context, { userId, emailKey });
  return invited?.tenantId ?? (await admission.claimPaidOrdersOf(tx, context, { userId, emailKey }));
}

/** Creates the person. A deleted account that is not erased yet is not used. */
async function newPerson(
  { tx, context: { now } }: Admitting,
  { email, name }: ProvenIdentity,
): Promise<{ id: string; isNew: boolean }> {
  return ensurePerson(tx, { email: orNotFound(email, 'google.unverified_email'), name, now }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new AppError('google.no_account') : error;
    },
  );
}

/** Links the identity, once for two first sign-ins; a person with another one is refused. */
async function link(
  { tx, context: { now } }: Admitting,
  { issuer, subject }: ProvenIdentity,
  userId: string,
): Promise<void> {
  const identity = { issuer, subject, user_id: userId, created_at: now };
  const [linked] = await run(tx, platform, insertIdentity(identity));
  if (linked) return;
  const [holder] = await run(tx, platform, readByIdentity(identity));
  assertThat(holder?.id === userId, 'google.other_account');
}
