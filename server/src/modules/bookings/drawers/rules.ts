import type { DrawerRules } from '@samay/contract/bookings/drawers';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readDrawerRules, writeDrawerRules } from './queries.ts';

/** Returns whether there is one drawer for the desk. */
export async function getDrawerRules(context: TenantContext): Promise<DrawerRules> {
  const { rules } = await readInOneMessage(context, { rules: readDrawerRules({}) });
  return { oneDrawer: onlyRow(rules).one_drawer };
}

/** Chooses one drawer for the desk or one for each person, for what is taken from now on. */
export async function setDrawerRules(
  context: TenantContext,
  { body: { oneDrawer } }: { body: DrawerRules },
): Promise<DrawerRules> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    await run(tx, context, writeDrawerRules({ oneDrawer, now: context.now }));
    await audit(tx, context, 'drawer.rules_changed', context.tenantId, { oneDrawer });
    announce({ channel: 'changes', payload: `${context.tenantId} availability ${context.tenantId} update` });
    return { oneDrawer };
  });
}
