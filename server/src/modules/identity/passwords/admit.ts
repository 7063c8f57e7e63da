import { orNotFound, AppError } from '../../../core/app-error.ts';
import type { Admitting } from '../people/admission.ts';
import { ensurePerson } from '../people/ensure-person.ts';
import { findPerson, lockSignIns } from '../people/queries.ts';
import type { Link } from './queries.ts';

interface Admitted {
  readonly userId: string;
  readonly tenantId: string | null;
}

/**
 * Finds or creates the person of a mailed link, which proves the address, and their business.
 * @throws `link.spent` if its purpose no longer exists; `link.elsewhere` for a member of another
 * business.
 */
export async function admit(admitting: Admitting, link: Link): Promise<Admitted> {
  switch (link.purpose) {
    case 'recovery': {
      const { id, tenant_id } = orNotFound(await findPerson(admitting.tx, link.email_key), 'link.spent');
      return { userId: id, tenantId: tenant_id };
    }
    case 'signup':
      return startBusiness(admitting, link);
    case 'invite':
      return join(admitting, link);
  }
}

/** Lets a person keep their business, or gives them the paid one or a free one. */
async function startBusiness({ tx, context, admission }: Admitting, link: Link): Promise<Admitted> {
  const { id: userId } = await ensurePerson(tx, { email: link.email, now: context.now });
  await lockSignIns(tx, userId);
  const { tenant_id, is_admin } = orNotFound(await findPerson(tx, link.email_key), 'link.spent');
  if (link.order_id) {
    // Claims every paid order, since an unclaimed one would admit the person again after they
    // leave; before the link's order, which may hide the business of the other orders.
    await admission.claimPaidOrdersOf(tx, context, { userId, emailKey: link.email_key });
    return {
      userId,
      tenantId: await admission.claimPaidOrder(tx, context, { orderId: link.order_id, userId }),
    };
  }
  if (tenant_id || is_admin) return { userId, tenantId: tenant_id };
  const paidFor = await admission.claimPaidOrdersOf(tx, context, { userId, emailKey: link.email_key });
  if (paidFor) return { userId, tenantId: paidFor };
  const name = link.business_name ?? link.email;
  const tenantId = await admission.openFreeTenant(tx, context, { name, email: link.email, userId });
  return { userId, tenantId: orNotFound(tenantId, 'link.spent') };
}

/** Accepts the invitation, unless the person has accepted it with Google in the meantime. */
async function join({ tx, context, admission }: Admitting, link: Link): Promise<Admitted> {
  const { tenant_id: tenantId, invitation_id: id, email_key: emailKey } = link;
  if (!tenantId || !id) throw new AppError('link.spent');
  const { id: userId } = await ensurePerson(tx, { email: link.email, now: context.now });
  const activated = await admission.activateInvitation(tx, context, {
    userId,
    emailKey,
    invitation: { tenantId, id },
  });
  const person = await findPerson(tx, emailKey);
  if (activated || person?.tenant_id === tenantId) return { userId, tenantId };
  throw new AppError(person?.tenant_id ? 'link.elsewhere' : 'link.spent');
}
