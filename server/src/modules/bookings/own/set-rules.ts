import type { OwnRules } from '@samay/contract/bookings/own-booking';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readOwnRules, writeOwnRules } from './queries.ts';

/** Returns until when people change their own booking, and how far ahead they choose. */
export async function getOwnRules(context: TenantContext): Promise<OwnRules> {
  const { rules } = await readInOneMessage(context, { rules: readOwnRules({}) });
  return onlyRow(rules);
}

export async function setOwnRules(context: TenantContext, { body }: { body: OwnRules }): Promise<OwnRules> {
  return inTenant(context, async (tx) => {
    await run(tx, context, writeOwnRules({ ...body, now: context.now }));
    await audit(tx, context, 'business_profile.own_booking_rules_changed', context.tenantId, body);
    return body;
  });
}
