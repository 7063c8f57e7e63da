import { parametersOf, type Statement } from './statement.ts';
import type { Tx } from './tenant.ts';

/**
 * Runs a statement about the business in a transaction of it or of the platform, and returns its
 * rows.
 */
export async function run<Row>(
  tx: Tx,
  { tenantId }: { readonly tenantId: string },
  sent: Statement<Row>,
): Promise<Row[]> {
  const { rows } = await tx.executeQuery<Row>({ ...sent.compiled, parameters: parametersOf(sent, tenantId) });
  return rows;
}

/** The row of a statement that answers one whatever it finds, such as a sum. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement that answers one row answered none');
  return row;
}
