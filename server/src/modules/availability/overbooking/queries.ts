import { statement } from '../../../db/statement.ts';

/** Reads whether employees may book over another booking. */
export const readOverbooking = statement<object, { employees: boolean }>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select('employees_may_overbook as employees')
    .where('tenant_id', '=', tenantId),
);
