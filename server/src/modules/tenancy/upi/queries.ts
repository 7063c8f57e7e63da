import { statement } from '../../../db/statement.ts';
import type { Tx } from '../../../db/tenant.ts';

export const readUpiId = statement<object, { upi_id: string | null }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('upi_id').where('tenant_id', '=', tenantId),
);

export async function saveUpiId(
  tx: Tx,
  { tenantId, upiId, now }: { tenantId: string; upiId: string | null; now: Date },
) {
  const changes = { upi_id: upiId, updated_at: now };
  await tx.updateTable('business_profiles').set(changes).where('tenant_id', '=', tenantId).execute();
}
