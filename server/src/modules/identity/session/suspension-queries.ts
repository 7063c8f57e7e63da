import { statement } from '../../../db/statement.ts';

interface Row {
  readonly reason: string | null;
  readonly until_paid: boolean;
}

/** Reads why a business is suspended; no row where it is not. */
export const readSuspension = statement<object, Row>((db, { tenantId }) =>
  db
    .selectFrom('tenants')
    .select(['suspended_reason as reason', 'suspended_until_paid as until_paid'])
    .where('id', '=', tenantId)
    .where('status', '=', 'suspended'),
);
