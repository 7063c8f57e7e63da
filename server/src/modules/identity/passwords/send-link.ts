import type { Email } from '../../../adapters/mail/port.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { DeliveryDropped } from '../../../outbox/handler.ts';
import { releaseAllowances, type Recipient } from '../../../outbox/mail-counts.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { emailKey } from '../people/policy.ts';
import {
  alreadyRegisteredEmail,
  type EmailText,
  invitationEmail,
  paidEmail,
  recoveryEmail,
  signupEmail,
} from './email-templates.ts';
import { takeInvitation, takeLink } from './link-limits.ts';
import { LinkRequest } from './mail-set-password-link.ts';
import { linkLifeMs, newSecret } from './policy.ts';
import { type Addressee, findAddressee, findOpenInvitation, findPaidOrder, insertLink } from './queries.ts';

interface Mailing {
  readonly email: Email;
  /** The limits that counted the email; undefined for one that nobody can request. */
  readonly recipient: Recipient | undefined;
}

/**
 * Outbox handler: creates the requested link and mails it. A retry creates another link, and using
 * one ends both. The email goes to the address as the account has it, never to another spelling.
 * @throws the mail server's error; `DeliveryDropped` if the address has reached its limit.
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
  const addressee = await findAddressee(tx, emailKey(request.email));
  const to = addressee?.email ?? request.email;
  return request.purpose === 'invite'
    ? invitation(tx, dependencies, request, to)
    : requested(tx, dependencies, request, { to, addressee, isRetried });
}

async function invitation(
  tx: Tx,
  dependencies: Dependencies,
  request: LinkRequest,
  to: string,
): Promise<Mailing | undefined> {
  const now = dependencies.clock();
  const { limits, publicUrl } = dependencies.settings;
  const open = request.invitation && (await findOpenInvitation(tx, request.invitation, now));
  if (!open) return undefined;
  const recipient = await takeInvitation(tx, { emailKey: emailKey(to), now }, limits.invitationMailsPerEmail);
  if (!recipient) throw new DeliveryDropped('the daily limit of invitations to this address is reached');
  const link = await createLink(tx, dependencies, request, to, open.expires_at);
  return { email: { to, ...invitationEmail(link, withoutLinks(open.business), publicUrl) }, recipient };
}

interface To {
  readonly to: string;
  readonly addressee: Addressee | undefined;
  readonly isRetried: boolean;
}

/**
 * Somebody with an unclaimed paid business gets the link to it for any request: their first email
 * may be lost or its link expired.
 */
async function requested(
  tx: Tx,
  dependencies: Dependencies,
  request: LinkRequest,
  { to, addressee, isRetried }: To,
): Promise<Mailing | undefined> {
  const { clock, settings } = dependencies;
  const key = emailKey(to);
  const isRegistered = Boolean(addressee?.tenant_id) || addressee?.is_admin === true;
  const orderId = request.orderId ?? (isRegistered ? undefined : await findPaidOrder(tx, key));
  const answer = answerTo(request, { hasAccount: addressee !== undefined, isRegistered, orderId });
  if (!answer) return undefined;
  const { link, template } = answer;
  const asking = { emailKey: key, now: clock(), purpose: link?.purpose, isRetried };
  // The email after a payment is not counted: nobody can request it.
  const recipient = request.orderId ? undefined : await takeLink(tx, asking, settings.limits.linksPerEmail);
  if (!request.orderId && !recipient)
    throw new DeliveryDropped('the hourly limit of links to this address is reached');
  return {
    email: {
      to,
      ...template(link ? await createLink(tx, dependencies, { ...link, email: to }, to) : settings.publicUrl),
    },
    recipient,
  };
}

interface AddressState {
  readonly hasAccount: boolean;
  readonly isRegistered: boolean;
  readonly orderId: string | undefined;
}

/**
 * The template that answers the request, and the link that it contains. Undefined if no email is
 * sent.
 */
function answerTo(
  request: LinkRequest,
  { hasAccount, isRegistered, orderId }: AddressState,
): { link: Omit<LinkRequest, 'email'> | undefined; template: (address: string) => EmailText } | undefined {
  if (orderId) return { link: { purpose: 'signup', orderId }, template: paidEmail };
  if (request.purpose === 'recovery')
    return hasAccount ? { link: request, template: recoveryEmail } : undefined;
  if (isRegistered) return { link: undefined, template: alreadyRegisteredEmail };
  return { link: request, template: signupEmail };
}

/**
 * Creates a link with which a person sets a password, in a platform transaction, to be shown to an
 * operator instead of mailed.
 */
export async function newPasswordLink(tx: Tx, dependencies: Linking, email: string): Promise<string> {
  return createLink(tx, dependencies, { purpose: 'recovery', email }, email);
}

type Linking = Pick<Dependencies, 'clock' | 'settings'>;

/**
 * Creates the link as the email contains it. Its host comes from the settings, never from a request
 * header (reliability.md A12).
 */
async function createLink(
  tx: Tx,
  { clock, settings }: Linking,
  request: LinkRequest,
  email: string,
  until?: Date,
): Promise<string> {
  const now = clock();
  const { purpose } = request;
  const { secret, hash } = newSecret();
  const id = await insertLink(tx, {
    token_hash: hash,
    purpose,
    email,
    email_key: emailKey(email),
    business_name: request.businessName ?? null,
    tenant_id: request.invitation?.tenantId ?? null,
    invitation_id: request.invitation?.id ?? null,
    order_id: request.orderId ?? null,
    created_at: now,
    expires_at: until ?? new Date(now.getTime() + linkLifeMs[purpose]),
    used_at: null,
  });
  const page = `${settings.publicUrl}/update-password`;
  // A browser does not send the fragment, so no server logs it.
  if (purpose === 'recovery')
    return `${page}#${new URLSearchParams({ access_token: secret, refresh_token: id, type: purpose })}`;
  return `${page}?${new URLSearchParams({ token: secret, type: purpose, email })}`;
}
