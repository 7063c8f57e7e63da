import type { WeeklyHours } from '@samay/contract/availability/hours';
import { wordsOf } from '@samay/contract/availability/hours-in-words';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { fetchNamed } from '../resources/list.ts';
import { listWeeklyRows, presentWeekly, replaceWeekly } from '../weekly-hours/queries.ts';
import { updateWords } from './queries.ts';

interface Hours {
  readonly hours: WeeklyHours[];
}

/** Changes the business's weekly hours, and the text of its profile. */
export async function setBusinessHours(context: TenantContext, { body }: { body: Hours }): Promise<Hours> {
  return changeAvailability(context, async (tx) => {
    const hours = distinct(body.hours);
    await replaceWeekly(tx, context.tenantId, null, hours);
    await updateWords(tx, context.tenantId, { ...wordsOf(hours), now: context.now });
    await noteChange(tx, context, 'hours.changed', context.tenantId);
    return listHours(tx, context, null);
  });
}

/** Changes a resource's own weekly hours; without any, the business's apply. */
export async function setResourceHours(
  context: TenantContext,
  { params: { id }, body }: { params: { id: string }; body: Hours },
): Promise<Hours> {
  return changeAvailability(context, async (tx) => {
    await assertMayChangeHours(tx, context, id);
    await replaceWeekly(tx, context.tenantId, id, distinct(body.hours));
    await noteChange(tx, context, 'hours.changed', id);
    return listHours(tx, context, id);
  });
}

async function listHours(tx: Tx, context: TenantContext, resourceId: string | null): Promise<Hours> {
  const rows = await run(tx, context, listWeeklyRows({}));
  return { hours: presentWeekly(rows.filter((row) => row.resource_id === resourceId)) };
}

function distinct(hours: readonly WeeklyHours[]): WeeklyHours[] {
  return [...new Map(hours.map((each) => [`${each.weekday} ${each.opens} ${each.closes}`, each])).values()];
}

/**
 * Lets owners change all hours, and a doctor those of their own practitioner. @throws `not_found`
 * for an unknown resource; `access.denied`
 */
export async function assertMayChangeHours(
  tx: Tx,
  context: TenantContext,
  resourceId: string | null,
): Promise<void> {
  const member = resourceId === null ? null : (await fetchNamed(tx, context, resourceId)).named.member_id;
  assertThat(allowed(context, 'resources.write') || member === context.caller.userId, 'access.denied');
}
