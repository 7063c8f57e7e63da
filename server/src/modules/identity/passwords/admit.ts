import type { Tx } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { claimPaidOrder, claimPaidOrdersOf, activateInvitation } from '../../tenancy/index.ts';
import { addMember } from '../../tenancy/businesses/queries.ts';
import { ensurePerson } from '../people/ensure-person.ts';
import { openTenant } from '../../tenancy/businesses/open-tenant.ts';
import { findAddressee, type Link } from './queries.ts';

/** A person, and the business they belong to. */
export interface Admitted {
  readonly userId: string;
  readonly tenantId: string | null;
}

/**
 * Whom a link lets in, with all that its purpose makes: nothing for a forgotten password, a business, or a place in one. The letter
 * reached them, so the address is theirs. Refuses with `link.spent` when what it was for is
 * gone, and with `link.elsewhere` who was invited and belongs to another business: nobody is moved.
 */
export async function admit(tx: Tx, context: PublicContext, link: Link): Promise<Admitted> {
  switch (link.purpose) {
    case 'recovery': {
      const { id, tenant_id } = orNotFound(await findAddressee(tx, link.email_key), 'link.spent');
      return { userId: id, tenantId: tenant_id };
    }
    case 'signup':
      return begin(tx, context, link);
    case 'invite':
      return join(tx, context, link);
  }
}

/** Someone who has found a business meanwhile keeps it, and who has paid for one gets that one: their password is all that changes. */
async function begin(tx: Tx, context: PublicContext, link: Link): Promise<Admitted> {
  const { now } = context;
  const { id: userId } = await ensurePerson(tx, { email: link.email, now });
  const { tenant_id, is_admin } = orNotFound(await findAddressee(tx, link.email_key), 'link.spent');
  if (link.order_id) {
    const tenantId = await claimPaidOrder(tx, context, { orderId: link.order_id, userId });
    // What else was paid from the address: one that went on waiting would let them in again, once they are out of the business.
    return { userId, tenantId: (await claimPaidOrdersOf(tx, context, { userId, emailKey: link.email_key })) ?? tenantId };
  }
  if (tenant_id || is_admin) return { userId, tenantId: tenant_id };
  const paidFor = await claimPaidOrdersOf(tx, context, { userId, emailKey: link.email_key });
  if (paidFor) return { userId, tenantId: paidFor };
  const name = link.business_name ?? link.email;
  const tenantId = await openTenant(tx, { name, email: link.email, status: 'active', planId: 'basic', now });
  assertThat(await addMember(tx, { tenantId, userId, role: 'BUSINESS_OWNER', now }), 'link.spent');
  await auditPerson(tx, context, { userId, tenantId }, 'tenant.started', tenantId, { plan: 'basic' });
  return { userId, tenantId };
}

/** An invitation that the same person has accepted meanwhile, with Google, still lets them set a password. */
async function join(tx: Tx, context: PublicContext, link: Link): Promise<Admitted> {
  const { tenant_id: tenantId, invitation_id: id, email_key: emailKey } = link;
  if (!tenantId || !id) throw new AppError('link.spent');
  const { id: userId } = await ensurePerson(tx, { email: link.email, now: context.now });
  const activated = await activateInvitation(tx, context, { userId, emailKey, invitation: { tenantId, id } });
  const person = await findAddressee(tx, emailKey);
  if (activated || person?.tenant_id === tenantId) return { userId, tenantId };
  throw new AppError(person?.tenant_id ? 'link.elsewhere' : 'link.spent');
}
