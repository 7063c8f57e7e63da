import type { Session } from '@samay/contract/identity/session';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { statement, type TenantId } from '../../../db/statement.ts';

interface Row {
  readonly reason: string | null;
  readonly until_paid: boolean;
}

/** Reads why a business is suspended; no row where it is not. */
const readSuspension = statement<object, Row>((db, { tenantId }) =>
  db
    .selectFrom('tenants')
    .select(['suspended_reason as reason', 'suspended_until_paid as until_paid'])
    .where('id', '=', tenantId)
    .where('status', '=', 'suspended'),
);

interface Reader {
  readonly tenantId: TenantId;
  readonly now: Date;
  readonly dependencies: Pick<Dependencies, 'database' | 'settings'>;
}

/** Returns the suspension of a business with the address to write to; null where it is not. */
export async function findSuspension({
  tenantId,
  now,
  dependencies: { database, settings },
}: Reader): Promise<Session['suspension']> {
  const { found } = await readInOneMessage({ database, tenantId, now }, { found: readSuspension({}) });
  const [row] = found;
  if (!row) return null;
  return { reason: row.reason, contact: settings.contactEmail ?? null, untilPaid: row.until_paid };
}
