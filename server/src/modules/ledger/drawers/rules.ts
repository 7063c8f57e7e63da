import type {
  ConfirmedTotals,
  DrawerRules,
  setDrawerRules as contract,
} from '@samay/contract/ledger/drawers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { PaymentMethod } from '@samay/contract/core/money';
import { AppError } from '../../../core/app-error.ts';
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

type CountRules = Pick<RulesRow, 'count_first' | 'confirm_totals'>;

/**
 * Returns whether money of a method is shown before its drawer is counted. Where the business counts first,
 * cash is not; where it confirms totals too, none is.
 */
export function isShownUncounted(rules: CountRules, method: PaymentMethod): boolean {
  return !rules.count_first || (method !== 'Cash' && !rules.confirm_totals);
}

/** Checks that both totals are there where the business wants them confirmed. */
export function assertTotals(
  rules: Pick<CountRules, 'confirm_totals'>,
  confirmed: ConfirmedTotals | null | undefined,
): void {
  if (rules.confirm_totals && !confirmed)
    throw new AppError('request.invalid', {
      fields: { UPI: 'Please enter the total of UPI', Card: 'Please enter the total of cards' },
    });
}
