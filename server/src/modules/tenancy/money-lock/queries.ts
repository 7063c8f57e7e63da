import { statement } from '../../../db/statement.ts';

export interface LockRow {
  readonly money_locked_until: string | null;
  readonly money_unlock_reason: string | null;
}

export const readLock = statement<object, LockRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['money_locked_until', 'money_unlock_reason'])
    .where('tenant_id', '=', tenantId),
);

/** Reads the lock until the transaction ends: changes of days that are over wait for it. */
export const lockLock = statement<object, LockRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['money_locked_until', 'money_unlock_reason'])
    .where('tenant_id', '=', tenantId)
    .forUpdate(),
);

export const writeLock = statement<LockRow & { now: Date }, object>((db, values) =>
  db
    .updateTable('business_profiles')
    .set({
      money_locked_until: values.money_locked_until,
      money_unlock_reason: values.money_unlock_reason,
      updated_at: values.now,
    })
    .where('tenant_id', '=', values.tenantId),
);
