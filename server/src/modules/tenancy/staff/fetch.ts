import type { StaffRow } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { StaffContext } from './context.ts';
import { findRow } from './list-queries.ts';
import { present } from './present.ts';
import { findMember, type Invitation, lockPending, type Member } from './queries.ts';

/** Another member of the business. @throws `staff.own_row`: nobody changes or removes themselves (decisions, "Who may do what"). */
export async function fetchOther(tx: Tx, { tenantId, caller }: StaffContext, id: string): Promise<Member> {
  const member = orNotFound(await findMember(tx, tenantId, id));
  assertThat(member.user_id !== caller.userId, 'staff.own_row');
  return member;
}

/** Locks a pending invitation until the end of the transaction. @throws `not_found`, also if it is accepted. */
export async function fetchPending(tx: Tx, { tenantId }: StaffContext, id: string): Promise<Invitation> {
  return orNotFound(await lockPending(tx, tenantId, { id }));
}

/** The row that this transaction has written, as the contract shows it. */
export async function fetchWritten(tx: Tx, context: StaffContext, id: string): Promise<StaffRow> {
  return present(orNotFound(await findRow(tx, context.tenantId, id)), context);
}
