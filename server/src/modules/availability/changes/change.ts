import type { AuditAction } from '@samay/contract/audit/audit-actions';
import { AppError } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { lockSettings, notifyChange } from './queries.ts';

/**
 * Runs a change of resources, services or hours. Changes of one business wait for each other, so
 * that a check still holds at the write.
 */
export async function changeAvailability<T>(
  context: TenantContext,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTenant(context, async (tx) => {
    await run(tx, context, lockSettings({}));
    return change(tx);
  });
}

/** Audits a change, and announces it with the commit. */
export async function noteChange(
  tx: Tx,
  context: TenantContext,
  action: AuditAction,
  id: string,
  detail?: object,
): Promise<void> {
  await audit(tx, context, action, id, detail);
  await run(tx, context, notifyChange({ change: `${context.tenantId} availability ${id} update` }));
}

/** Refuses one field of a request with a sentence. */
export function refuseField(field: string, sentence: string): AppError {
  return new AppError('request.invalid', { fields: { [field]: sentence } });
}

/** Checks that an order has every id once. A request from an outdated screen is refused. */
export function assertOrder(rows: readonly { readonly id: string }[], asked: readonly string[]): void {
  const ids = new Set(asked);
  const isWhole = rows.length === asked.length && ids.size === asked.length;
  if (!isWhole || !rows.every(({ id }) => ids.has(id)))
    throw refuseField('ids', 'The list has changed meanwhile. Please try again.');
}
