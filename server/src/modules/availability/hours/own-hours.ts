import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { Tx } from '../../../db/tenant.ts';
import { fetchNamed } from '../resources/list.ts';

/**
 * Refuses hours that are not the caller's to change: owners change all, a doctor those of the
 * practitioner that they are, and nobody else's or the business's (null). @throws `not_found` for
 * an unknown resource; `access.denied`
 */
export async function assertMayChangeHours(
  tx: Tx,
  context: TenantContext,
  resourceId: string | null,
): Promise<void> {
  const member = resourceId === null ? null : (await fetchNamed(tx, context, resourceId)).named.member_id;
  assertThat(allowed(context, 'resources.write') || member === context.caller.userId, 'access.denied');
}
