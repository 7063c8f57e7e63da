import type { DrawerRules, setDrawerRules as contract } from '@samay/contract/ledger/drawers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readDrawerRules, type RulesRow, writeDrawerRules } from './queries.ts';

/** Returns whether there is one drawer for the desk, what is counted, and what is confirmed. */
export async function getDrawerRules(context: TenantContext): Promise<DrawerRules> {
  const { rules } = await readInOneMessage(context, {
    rules: readDrawerRules({ userId: context.caller.userId }),
  });
  return presentRules(onlyRow(rules));
}

/**
 * Chooses one drawer for the desk or one for each person, for what is taken from now on, what is counted
 * and what is confirmed.
 */
export async function setDrawerRules(
  context: TenantContext,
  { body }: { body: BodyOf<typeof contract> },
): Promise<DrawerRules> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const { oneDrawer = null, countFirst = null, countOpening = null, confirmTotals = null } = body;
    const changed = { oneDrawer, countFirst, countOpening, confirmTotals, now: context.now };
    const written = await run(tx, context, writeDrawerRules(changed));
    const rules = presentRules(onlyRow(written));
    await audit(tx, context, 'drawer.rules_changed', context.tenantId, rules);
    announce('drawers', context.tenantId);
    return rules;
  });
}

function presentRules(row: RulesRow): DrawerRules {
  return {
    oneDrawer: row.one_drawer,
    countFirst: row.count_first,
    countOpening: row.count_opening,
    confirmTotals: row.confirm_totals,
  };
}
