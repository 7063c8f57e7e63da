import { statement, updateRows } from '../../../db/statement.ts';

export const readUpiId = statement<object, { upi_id: string | null }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('upi_id').where('tenant_id', '=', tenantId),
);

export function saveUpiId(tenantId: string, upiId: string | null, now: Date) {
  return updateRows('business_profiles', { tenant_id: tenantId }, { upi_id: upiId, updated_at: now });
}
