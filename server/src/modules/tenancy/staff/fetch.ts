import type { StaffRow } from '@samay/contract/tenancy/staff';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { StaffContext } from './context.ts';
import { findRow } from './list-queries.ts';
import { present } from './present.ts';
import { findMember, type Invitation, lockPending, type Member } from './queries.ts';

/** Somebody else of the business. Nobody changes or removes themselves (decisions, "Who may do what"). */
export async function fetchOther(tx: Tx, { tenantId, caller }: StaffContext, id: string): Promise<Member> {
  const member = orNotFound(await findMember(tx, tenantId, id));
  assertThat(member.user_id !== caller.userId, 'staff.own_row');
  return member;
}

/** A pending invitation, which stays so until the end of the transaction; `not_found` once it is accepted. */
export async function fetchPending(tx: Tx, { tenantId }: StaffContext, id: string): Promise<Invitation> {
  return orNotFound(await lockPending(tx, tenantId, { id }));
}

/** The row that this transaction has just written. */
export async function fetchWritten(tx: Tx, context: StaffContext, id: string): Promise<StaffRow> {
  return present(orNotFound(await findRow(tx, context.tenantId, id)), context);
}
