import { foldName } from '@samay/contract/core/fold';
import type { TenantContext } from '../../../context/request-context.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { findMember, type ResourceRow } from './queries.ts';
import { refuseField } from '../changes/change.ts';

/** Limits doctors, courts and parts to as many as an order may list. */
const mostResources = 200;

/** Refuses a name that a sibling has: requests without an id find a doctor by name. */
export function assertNameFree(name: string, siblings: readonly ResourceRow[]): void {
  const key = foldName(name);
  if (siblings.some((row) => row.name_key === key))
    throw refuseField('name', 'There is one with this name already');
}

/** Refuses more resources than a business may have, without counting archived ones. */
export function assertRoom(all: readonly ResourceRow[], added: number): void {
  const offered = all.filter((row) => row.archived_at === null).length;
  if (offered + added > mostResources)
    throw refuseField('name', `At most ${mostResources} with all parts, please`);
}

/** Refuses a member for a court, of another business, and one who has a practitioner. */
export async function assertMember(
  tx: Tx,
  context: TenantContext,
  {
    userId,
    kind,
    others,
  }: { readonly userId: string; readonly kind: ResourceRow['kind']; readonly others: readonly ResourceRow[] },
): Promise<void> {
  if (kind !== 'practitioner') throw refuseField('memberId', 'Only a doctor can be a member');
  const [member] = await run(tx, context, findMember({ userId }));
  if (!member) throw refuseField('memberId', 'Please choose a member of your business');
  if (others.some((row) => row.member_id === userId && row.archived_at === null))
    throw refuseField('memberId', 'This member is another doctor already');
}

/** Lists the resources, or the parts of one, that take bookings. */
export function unarchived(all: readonly ResourceRow[], wholeId: string | null): ResourceRow[] {
  return all.filter((row) => row.whole_id === wholeId && row.archived_at === null);
}
