import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { visibilityIn } from '../../visibility/index.ts';
import { lockPeople, type PersonRow, readPeople } from './people-queries.ts';

/** The change of a person, for the audit log. */
interface Changed {
  readonly action: AuditAction;
  readonly detail: object;
}

/**
 * Runs a change of a person in one transaction, audits it, and informs open screens after the
 * commit. Nothing is audited where `change` returns null.
 */
export async function changePerson(
  context: TenantContext,
  id: string,
  change: (tx: Tx) => Promise<Changed | null>,
): Promise<void> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const changed = await change(tx);
    if (!changed) return;
    await audit(tx, context, changed.action, id, changed.detail);
    announce('appointments', id);
  });
}

/**
 * Locks people in the order of their ids, as a change of a booking does, and reads their current
 * rows. Throws `not_found` for each person that the plan hides.
 */
export async function fetchPeople(
  tx: Tx,
  context: TenantContext,
  ids: readonly string[],
): Promise<PersonRow[]> {
  await run(tx, context, lockPeople({ ids: [...ids] }));
  const rows = await readShownPeople(tx, context, ids);
  return ids.map((id) => orNotFound(rows.find((row) => row.id === id)));
}

/** Reads those of these people that the plan shows. */
export async function readShownPeople(
  tx: Tx,
  context: TenantContext,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const { visibility } = await visibilityIn(tx, context);
  return run(tx, context, readPeople({ order: context.businessType, visibility }, { ids: [...ids] }));
}
