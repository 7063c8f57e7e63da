import type { Session } from '@samay/contract/identity/session';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { readSuspension } from './suspension-queries.ts';

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
