import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/** Reads whether employees may book over another booking. */
export const readOverbooking = statement<object, { employees: boolean }>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select('employees_may_overbook as employees')
    .where('tenant_id', '=', tenantId),
);

export async function letEmployeesOverbook(
  tx: Tx,
  { tenantId, isAllowed, now }: { tenantId: TenantId; isAllowed: boolean; now: Date },
) {
  await tx
    .updateTable('business_profiles')
    .set({ employees_may_overbook: isAllowed, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
}
