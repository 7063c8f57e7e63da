import { sql } from 'kysely';
import { run } from '../../../db/run-statement.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

interface Units {
  /** Bookings whose claims are given up or moved. */
  readonly claimedBy: readonly string[];
  /** The resource that each of several bookings wants; null where any may be the one. */
  readonly wanted: readonly (string | null)[];
}

/**
 * Locks the units of several bookings at once, in the order of their ids: a transaction that took
 * them booking by booking would have people and tallies of the first when it comes to the next
 * (decision 0047).
 */
export async function lockUnits(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { claimedBy, wanted }: Units,
): Promise<void> {
  const named = wanted.filter((id) => id !== null);
  const isAny = named.length < wanted.length;
  await run(tx, work, lock({ claimedBy: [...claimedBy], named, isAny }));
}

const lock = statement<{ claimedBy: string[]; named: string[]; isAny: boolean }, object>(
  (_, { tenantId, claimedBy, named, isAny }) => sql`select id from resources where tenant_id = ${tenantId}
      and (${isAny}::boolean or id = any (${named}::uuid[]) or whole_id = any (${named}::uuid[]) or id in (
        select resource_id from claims where tenant_id = ${tenantId} and appointment_id = any (${claimedBy}::uuid[])))
    order by id for no key update`,
);
