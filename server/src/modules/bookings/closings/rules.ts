import type { ClosingRules } from '@samay/contract/bookings/closings';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readClosingRules, writeClosingRules } from './queries.ts';

/** Returns whether employees may close a day. */
export async function getClosingRules(context: TenantContext): Promise<ClosingRules> {
  const { rules } = await readInOneMessage(context, { rules: readClosingRules({}) });
  return onlyRow(rules);
}

/** Changes whether employees may close a day, from their next request on. */
export async function setClosingRules(
  context: TenantContext,
  { body: { employees } }: { body: ClosingRules },
): Promise<ClosingRules> {
  return inTenant(context, async (tx) => {
    await run(tx, context, writeClosingRules({ employees, now: context.now }));
    await audit(tx, context, 'closing.rules_changed', context.tenantId, { employees });
    return { employees };
  });
}
