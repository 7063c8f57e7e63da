import type { MoneyRules } from '@samay/contract/ledger/money-rules';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readMoneyRules, writeMoneyRules } from './queries.ts';

/** Returns who may give money back, and how much each role may waive. */
export async function getMoneyRules(context: TenantContext): Promise<MoneyRules> {
  const row = onlyRow((await readInOneMessage(context, { rules: readMoneyRules({}) })).rules);
  return {
    employeesMayRefund: row.employees_may_refund,
    doctorDiscount: row.doctor_discount_paise,
    employeeDiscount: row.employee_discount_paise,
  };
}

/** Changes who may give money back and how much each role may waive, from the next request on. */
export async function setMoneyRules(
  context: TenantContext,
  { body }: { body: MoneyRules },
): Promise<MoneyRules> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const rules = {
      employees_may_refund: body.employeesMayRefund,
      doctor_discount_paise: body.doctorDiscount,
      employee_discount_paise: body.employeeDiscount,
      now: context.now,
    };
    await run(tx, context, writeMoneyRules(rules));
    await audit(tx, context, 'money.rules_changed', context.tenantId, body);
    announce('availability', context.tenantId);
    return body;
  });
}
