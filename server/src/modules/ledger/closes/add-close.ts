import type { TenantId, Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { closing, makeClose } from './close.ts';
import { lockingPeriod } from '../drawers/locking-period.ts';
import { expectedCash, sumPeriod } from '../drawers/sums.ts';

interface Close {
  readonly drawer: string;
  /** The paise that were not found. */
  readonly missing: number;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
}

/** Closes a drawer without its verb, such as the demo's, with less counted than it should hold. */
export async function addClose(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { drawer: id, missing, note, by, at }: Close,
): Promise<void> {
  const locked = await runTogether(tx, work, lockingPeriod(id));
  const drawer = onlyRow(locked.drawer);
  const expected = expectedCash(sumPeriod(drawer, locked));
  const counted = Math.max(0, expected - missing);
  const close = makeClose(
    drawer,
    locked,
    { counted, handedOver: counted, handedTo: 'owner', note: counted === expected ? null : note },
    { by, at },
  );
  for (const written of closing(close)) await run(tx, work, written);
}
