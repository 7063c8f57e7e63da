import type { Letter } from '../../../adapters/mail/port.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { DeliveryDropped } from '../../../outbox/handler.ts';
import { releaseAllowances, type Recipient } from '../../../outbox/mail-counts.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { emailKey } from '../session/email-key.ts';
import { alreadyLetter, inviteLetter, paidLetter, recoveryLetter, type Said, signupLetter } from './email-templates.ts';
import { takeInvitation, takeLink } from './may-mail-link.ts';
import { LinkRequest } from './mail-set-password-link.ts';
import { linkLifeMs, newSecret } from './policy.ts';
import { type Addressee, findAddressee, findOpenInvitation, findPaidOrder, insertLink } from './queries.ts';

interface Mailing {
  readonly letter: Letter;
  /** What the letter was counted against; undefined for one that nobody but its cause could ask for. */
  readonly recipient: Recipient | undefined;
}

/**
 * Makes the link that was asked for and mails it; rejects when the mail server does not take it, and with `DeliveryDropped` where the address has had
 * its letters. Called again, it makes another link, and the first one to be used ends both. Letters go to the address of the account where
 * there is one, never to another spelling of it.
 */
export async function sendLink(dependencies: Dependencies, payload: unknown, { attempts }: { attempts: number }): Promise<void> {
  const request = LinkRequest.parse(payload);
  const mailing = await asPlatform(dependencies, (tx) => mailingFor(tx, dependencies, request, attempts > 1));
  if (!mailing) return;
  const { letter, recipient } = mailing;
  await dependencies.mail?.send(letter).catch(async (error: unknown) => {
    if (recipient) await asPlatform(dependencies, (tx) => releaseAllowances(tx, recipient));
    throw error;
  });
}

async function mailingFor(tx: Tx, dependencies: Dependencies, request: LinkRequest, isRetried: boolean): Promise<Mailing | undefined> {
  const addressee = await findAddressee(tx, emailKey(request.email));
  const to = addressee?.email ?? request.email;
  return request.purpose === 'invite'
    ? invited(tx, dependencies, request, to)
    : asked(tx, dependencies, request, { to, addressee, isRetried });
}

async function invited(tx: Tx, dependencies: Dependencies, request: LinkRequest, to: string): Promise<Mailing | undefined> {
  const now = dependencies.clock();
  const { limits, publicUrl } = dependencies.settings;
  const invitation = request.invitation && (await findOpenInvitation(tx, request.invitation, now));
  if (!invitation) return undefined;
  const recipient = await takeInvitation(tx, { emailKey: emailKey(to), now }, limits.invitationMailsPerEmail);
  if (!recipient) throw new DeliveryDropped('the daily limit of invitations to this address is reached');
  const link = await mint(tx, dependencies, request, to, invitation.expires_at);
  return { letter: { to, ...inviteLetter(link, withoutLinks(invitation.business), publicUrl) }, recipient };
}

interface To {
  readonly to: string;
  readonly addressee: Addressee | undefined;
  readonly isRetried: boolean;
}

/** Who has paid for a business and not come for it gets the way to it, whatever they asked for: the first letter may be lost or too old. */
async function asked(
  tx: Tx,
  dependencies: Dependencies,
  request: LinkRequest,
  { to, addressee, isRetried }: To,
): Promise<Mailing | undefined> {
  const { clock, settings } = dependencies;
  const key = emailKey(to);
  const hasPlace = Boolean(addressee?.tenant_id) || addressee?.is_admin === true;
  const orderId = request.orderId ?? (hasPlace ? undefined : await findPaidOrder(tx, key));
  const said = saidTo(request, { hasAccount: addressee !== undefined, hasPlace, orderId });
  if (!said) return undefined;
  const { link, letterWith } = said;
  const asking = { emailKey: key, now: clock(), purpose: link?.purpose, isRetried };
  // A payment is mailed about for its own sake: nobody can ask for that letter.
  const recipient = request.orderId ? undefined : await takeLink(tx, asking, settings.limits.linksPerEmail);
  if (!request.orderId && !recipient) throw new DeliveryDropped('the hourly limit of links to this address is reached');
  return { letter: { to, ...letterWith(link ? await mint(tx, dependencies, { ...link, email: to }, to) : settings.publicUrl) }, recipient };
}

interface Standing {
  readonly hasAccount: boolean;
  readonly hasPlace: boolean;
  readonly orderId: string | undefined;
}

/** Which letter answers the request, and the link that it needs; undefined where none does. */
function saidTo(
  request: LinkRequest,
  { hasAccount, hasPlace, orderId }: Standing,
): { link: Omit<LinkRequest, 'email'> | undefined; letterWith: (address: string) => Said } | undefined {
  if (orderId) return { link: { purpose: 'signup', orderId }, letterWith: paidLetter };
  if (request.purpose === 'recovery') return hasAccount ? { link: request, letterWith: recoveryLetter } : undefined;
  if (hasPlace) return { link: undefined, letterWith: alreadyLetter };
  return { link: request, letterWith: signupLetter };
}

/** A link for the request, as it is written in a letter. Its address comes from the settings, never from what a request claims (reliability.md A12). */
async function mint(tx: Tx, { clock, settings }: Dependencies, request: LinkRequest, email: string, until?: Date): Promise<string> {
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
  // What follows # reaches no server and no log on the way.
  if (purpose === 'recovery') return `${page}#${new URLSearchParams({ access_token: secret, refresh_token: id, type: purpose })}`;
  return `${page}?${new URLSearchParams({ token: secret, type: purpose, email })}`;
}
