import { statement } from '../../../db/statement.ts';

export const readUpiId = statement<object, { upi_id: string | null }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('upi_id').where('tenant_id', '=', tenantId),
);

export const saveUpiId = statement<{ upiId: string | null; now: Date }, object>(
  (db, { tenantId, upiId, now }) =>
    db
      .updateTable('business_profiles')
      .set({ upi_id: upiId, updated_at: now })
      .where('tenant_id', '=', tenantId),
);
