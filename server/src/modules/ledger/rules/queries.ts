import type { ChargeList } from '../../../db/json-columns.ts';
import { statement } from '../../../db/statement.ts';

export interface MoneyRulesRow {
  readonly employees_may_refund: boolean;
  readonly doctor_discount_paise: number | null;
  readonly employee_discount_paise: number | null;
}

/** Reads who may waive and give back. One row. */
export const readMoneyRules = statement<object, MoneyRulesRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['employees_may_refund', 'doctor_discount_paise', 'employee_discount_paise'])
    .where('tenant_id', '=', tenantId),
);

export const writeMoneyRules = statement<MoneyRulesRow & { now: Date }, object>((db, values) =>
  db
    .updateTable('business_profiles')
    .set({
      employees_may_refund: values.employees_may_refund,
      doctor_discount_paise: values.doctor_discount_paise,
      employee_discount_paise: values.employee_discount_paise,
      updated_at: values.now,
    })
    .where('tenant_id', '=', values.tenantId),
);

/** Reads the charges that the desk is offered. One row. */
export const readChargeList = statement<object, { charge_list: ChargeList }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('charge_list').where('tenant_id', '=', tenantId),
);

export const writeChargeList = statement<{ charge_list: string; now: Date }, object>((db, values) =>
  db
    .updateTable('business_profiles')
    .set({ charge_list: values.charge_list, updated_at: values.now })
    .where('tenant_id', '=', values.tenantId),
);
