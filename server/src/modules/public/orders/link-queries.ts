import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** The parts of the link to a booking. */
interface LinkRow {
  readonly shortId: string;
  readonly reference: string;
  readonly version: number;
}

/** Reads what the link to the booking of a form is made of, by its proof; no row before it is made. */
export const readBookedProof = readingLink('number_proofs');

/** Reads the same by its order, which is kept for longer. */
export const readBookedOrder = readingLink('online_orders');

function readingLink(table: 'number_proofs' | 'online_orders') {
  return statement<{ readonly id: string }, LinkRow>(
    (_, { tenantId, id }) => sql<LinkRow>`select short_id as "shortId", reference, link_version as version
      from ${sql.table(table)} as form
        join appointments on appointments.tenant_id = ${tenantId} and appointments.id = form.appointment_id
        join tenants on tenants.id = form.tenant_id
      where form.tenant_id = ${tenantId} and form.id = ${id}`,
  );
}
