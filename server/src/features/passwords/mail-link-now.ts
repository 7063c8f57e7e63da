import type { Letter } from '../../adapters/mail/port.ts';
import { asPlatform, type Tx } from '../../db/tenant.ts';
import type { Parts } from '../../parts.ts';
import { emailKey } from '../session/index.ts';
import { alreadyLetter, inviteLetter, paidLetter, recoveryLetter, type Said, signupLetter } from './letters.ts';
import { LinkRequest } from './mail-set-password-link.ts';
import { linkLifeMs, newSecret } from './policy.ts';
import { type Addressee, findAddressee, findOpenInvitation, findPaidOrder, insertLink } from './queries.ts';

/**
 * Makes the link that was asked for and mails it; rejects when the mail server does not take it. Called again, it makes another link, and
 * the first one to be used ends both. Letters go to the address of the account where there is one, never to another spelling of it.
 */
export async function mailLinkNow(parts: Parts, payload: unknown): Promise<void> {
  const request = LinkRequest.parse(payload);
  const letter = await asPlatform(parts, (tx) => letterFor(tx, parts, request));
  if (letter) await parts.mail?.send(letter);
}

async function letterFor(tx: Tx, parts: Parts, request: LinkRequest): Promise<Letter | undefined> {
  const addressee = await findAddressee(tx, emailKey(request.email));
  const to = addressee?.email ?? request.email;
  const said = request.purpose === 'invite' ? await invited(tx, parts, request, to) : await asked(tx, parts, request, to, addressee);
  return said && { to, ...said };
}

async function invited(tx: Tx, parts: Parts, request: LinkRequest, to: string): Promise<Said | undefined> {
  const invitation = request.invitation && (await findOpenInvitation(tx, request.invitation, parts.clock()));
  if (!invitation) return undefined;
  const link = await mint(tx, parts, request, to, invitation.expires_at);
  return inviteLetter(link, invitation.business, parts.settings.publicUrl);
}

/** Who has paid for a business and not come for it gets the way to it, whatever they asked for: the first letter may be lost or too old. */
async function asked(tx: Tx, parts: Parts, request: LinkRequest, to: string, addressee: Addressee | undefined): Promise<Said | undefined> {
  const hasPlace = Boolean(addressee?.tenant_id) || addressee?.is_admin === true;
  const orderId = request.orderId ?? (hasPlace ? undefined : await findPaidOrder(tx, emailKey(to)));
  if (orderId) return paidLetter(await mint(tx, parts, { purpose: 'signup', email: to, orderId }, to));
  if (request.purpose === 'recovery') return addressee && recoveryLetter(await mint(tx, parts, request, to));
  if (hasPlace) return alreadyLetter(parts.settings.publicUrl);
  return signupLetter(await mint(tx, parts, request, to));
}

/** A link for the request, as it is written in a letter. Its address comes from the settings, never from what a request claims (reliability.md A12). */
async function mint(tx: Tx, { clock, settings }: Parts, request: LinkRequest, email: string, until?: Date): Promise<string> {
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
