import { indiaDate } from '@samay/contract/core/time';
import type { LinkPurpose } from '@samay/contract/identity/passwords';
import type { Email } from '../../../adapters/mail/port.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { DeliveryDropped } from '../../../outbox/handler.ts';
import { consumeAllowances, type Recipient, releaseAllowances } from '../../../outbox/mail-counts.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { emailKey } from '../people/policy.ts';
import { findPerson, type Person } from '../people/queries.ts';
import {
  alreadyRegisteredEmail,
  type EmailText,
  invitationEmail,
  paidEmail,
  recoveryEmail,
  signupEmail,
} from './email-templates.ts';
import { LinkRequest } from './request-link.ts';
import { linkLifeMs, newSecret } from './policy.ts';
import { insertLink, lockAddress, readLiveLink, readOpenInvitation, readPaidOrder } from './queries.ts';

interface Mailing {
  readonly email: Email;
  /** The limits that counted it; undefined for an email that no request can cause. */
  readonly recipient: Recipient | undefined;
}

/**
 * Outbox handler: creates the requested link and mails it to the address in the account's spelling.
 * A retry creates another link, and using one ends both. @throws the mail server's error;
 * `DeliveryDropped` beyond a limit.
 */
export async function sendLink(
  dependencies: Dependencies,
  payload: unknown,
  { attempts }: { attempts: number },
): Promise<void> {
  const request = LinkRequest.parse(payload);
  const mailing = await asPlatform(dependencies, (tx) => mailingFor(tx, dependencies, request, attempts > 1));
  if (!mailing) return;
  const { email, recipient } = mailing;
  await dependencies.mail?.send(email).catch(async (error: unknown) => {
    if (recipient) await asPlatform(dependencies, (tx) => releaseAllowances(tx, recipient));
    throw error;
  });
}

async function mailingFor(
  tx: Tx,
  dependencies: Dependencies,
  request: LinkRequest,
  isRetried: boolean,
): Promise<Mailing | undefined> {
  const person = await findPerson(tx, emailKey(request.email));
  const addressed = { ...request, email: person?.email ?? request.email };
  return request.purpose === 'invite'
    ? invitation(tx, dependencies, addressed)
    : requested(tx, dependencies, addressed, person, isRetried);
}

async function invitation(
  tx: Tx,
  dependencies: Dependencies,
  request: LinkRequest,
): Promise<Mailing | undefined> {
  const now = dependencies.clock();
  const { limits, publicUrl } = dependencies.settings;
  const { email: to } = request;
  const invited = request.invitation;
  const [open] = invited ? await run(tx, invited, readOpenInvitation({ id: invited.id, now })) : [];
  if (!open) return undefined;
  // Limits it over all businesses, by the day in India.
  const most = limits.invitationMailsPerEmail;
  const allowances = [{ scope: 'invitation', period: indiaDate(now), most }];
  const recipient = { emailKey: emailKey(to), allowances };
  if (!(await consumeAllowances(tx, recipient, now)))
    throw new DeliveryDropped('the daily limit of invitations to this address is reached');
  const link = await createLink(tx, dependencies, request, open.expires_at);
  return { email: { to, ...invitationEmail(link, withoutLinks(open.business), publicUrl) }, recipient };
}

/**
 * Answers any request for an address with an unclaimed paid business with the link to it: the first
 * email may be lost.
 */
async function requested(
  tx: Tx,
  dependencies: Dependencies,
  request: LinkRequest,
  person: Person | undefined,
  isRetried: boolean,
): Promise<Mailing | undefined> {
  const { clock, settings } = dependencies;
  const { email: to } = request;
  const key = emailKey(to);
  const isRegistered = Boolean(person?.tenant_id) || person?.is_admin === true;
  const [paid] =
    isRegistered || request.orderId ? [] : await run(tx, platform, readPaidOrder({ emailKey: key }));
  const orderId = request.orderId ?? paid?.id;
  const answer = answerTo(request, { hasAccount: person !== undefined, isRegistered, orderId });
  if (!answer) return undefined;
  const { link, template } = answer;
  const asking = { emailKey: key, now: clock(), purpose: link?.purpose, isRetried };
  // Skips the count for the email after a payment, which no request can cause.
  const recipient = request.orderId ? undefined : await takeLink(tx, asking, settings.limits.linksPerEmail);
  if (!request.orderId && !recipient)
    throw new DeliveryDropped('the hourly limit of links to this address is reached');
  const address = link ? await createLink(tx, dependencies, link) : settings.publicUrl;
  return { email: { to, ...template(address) }, recipient };
}

interface LinkMail {
  readonly emailKey: string;
  readonly now: Date;
  /** The purpose; undefined for an email without a link. */
  readonly purpose: LinkPurpose | undefined;
  /** Whether it was counted before, but not accepted by the mail server. */
  readonly isRetried: boolean;
}

/**
 * Counts an email that anyone can request; returns undefined if it may not be sent. Beyond `most`
 * an hour, one is still sent when no earlier link works: requests for another person's address can
 * neither fill their inbox nor lock them out (decision 0024).
 */
async function takeLink(
  tx: Tx,
  { emailKey, now, purpose, isRetried }: LinkMail,
  most: number,
): Promise<Recipient | undefined> {
  const recipient = {
    emailKey,
    allowances: [{ scope: 'link', period: now.toISOString().slice(0, 13), most }],
  };
  await run(tx, platform, lockAddress(emailKey));
  if (await consumeAllowances(tx, recipient, now)) return recipient;
  const live = purpose && (await run(tx, platform, readLiveLink({ emailKey, purpose, now })));
  return live?.length === 0 || isRetried ? { emailKey, allowances: [] } : undefined;
}

/** Returns the template and its link; undefined if no email is sent. */
function answerTo(
  request: LinkRequest,
  account: { hasAccount: boolean; isRegistered: boolean; orderId: string | undefined },
): { link?: LinkRequest; template: (address: string) => EmailText } | undefined {
  const { email, purpose } = request;
  const { orderId } = account;
  if (orderId) return { link: { purpose: 'signup', orderId, email }, template: paidEmail };
  if (purpose === 'recovery')
    return account.hasAccount ? { link: request, template: recoveryEmail } : undefined;
  return account.isRegistered
    ? { template: alreadyRegisteredEmail }
    : { link: request, template: signupEmail };
}

type Linking = Pick<Dependencies, 'clock' | 'settings'>;

/** Creates a link that sets a password, to be shown to an operator. */
export async function newPasswordLink(tx: Tx, dependencies: Linking, email: string): Promise<string> {
  return createLink(tx, dependencies, { purpose: 'recovery', email });
}

/** Creates a link. Its host comes from the settings, never from a request header (P-2.33). */
async function createLink(
  tx: Tx,
  { clock, settings }: Linking,
  { purpose, email, businessName, orderId, invitation }: LinkRequest,
  until?: Date,
): Promise<string> {
  const now = clock();
  const { secret, hash } = newSecret();
  const inserting = insertLink({
    token_hash: hash,
    purpose,
    email,
    email_key: emailKey(email),
    business_name: businessName ?? null,
    tenant_id: invitation?.tenantId ?? null,
    invitation_id: invitation?.id ?? null,
    order_id: orderId ?? null,
    created_at: now,
    expires_at: until ?? new Date(now.getTime() + linkLifeMs[purpose]),
  });
  const { id } = onlyRow(await run(tx, platform, inserting));
  const page = `${settings.publicUrl}/update-password`;
  // Puts the secret into the fragment, which a browser does not send, so no server logs it.
  if (purpose === 'recovery')
    return `${page}#${new URLSearchParams({ access_token: secret, refresh_token: id, type: purpose })}`;
  return `${page}?${new URLSearchParams({ token: secret, type: purpose, email })}`;
}
