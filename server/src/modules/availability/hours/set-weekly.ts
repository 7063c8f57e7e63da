import type { WeeklyHours } from '@samay/contract/availability/hours';
import type { AffectedBooking } from '@samay/contract/core/alternatives';
import { getWords } from '@samay/contract/availability/hours-in-words';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { updateRows } from '../../../db/statement.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { listingLeftOutside } from '../affected/left-outside.ts';
import type { ShownBookings } from '../affected/present.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { fetchNamed } from '../resources/list.ts';
import { listWeeklyRows, presentWeekly, replaceWeekly } from '../weekly-hours/queries.ts';

interface Hours {
  readonly hours: WeeklyHours[];
}

interface ChangedHours extends Hours {
  readonly affected: AffectedBooking[];
}

/**
 * Changes the business's weekly hours, and the text of its profile. Bookings that are outside now
 * stay, and are listed.
 */
export async function setBusinessHours(
  context: TenantContext,
  { body }: { body: Hours },
  shown: ShownBookings,
): Promise<ChangedHours> {
  return changeAvailability(context, async (tx) => {
    const hours = distinct(body.hours);
    const affected = await listingLeftOutside(tx, context, { resourceId: null, shown }, async () =>
      replaceWeekly(tx, context, null, hours),
    );
    const { timeSlots, operatingDays } = getWords(hours);
    const words = {
      time_slots: JSON.stringify(timeSlots),
      operating_days: [...operatingDays],
      updated_at: context.now,
    };
    await run(tx, context, updateRows('business_profiles', { tenant_id: context.tenantId }, words));
    await noteChange(tx, context, 'hours.changed', context.tenantId);
    return { ...(await listHours(tx, context, null)), affected };
  });
}

/**
 * Changes a resource's own weekly hours; without any, the business's apply. Bookings that are outside
 * now stay, and are listed.
 */
export async function setResourceHours(
  context: TenantContext,
  { params: { id }, body }: { params: { id: string }; body: Hours },
  shown: ShownBookings,
): Promise<ChangedHours> {
  return changeAvailability(context, async (tx) => {
    await assertMayChangeHours(tx, context, id);
    const affected = await listingLeftOutside(tx, context, { resourceId: id, shown }, async () =>
      replaceWeekly(tx, context, id, distinct(body.hours)),
    );
    await noteChange(tx, context, 'hours.changed', id);
    return { ...(await listHours(tx, context, id)), affected };
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

/**
 * Lets owners and employees close anything, and a doctor their own practitioner. Employees have the
 * permission unless an owner took it away. @throws `not_found` for an unknown resource;
 * `access.denied`
 */
export async function assertMayClose(
  tx: Tx,
  context: TenantContext,
  resourceId: string | null,
): Promise<void> {
  const member = resourceId === null ? null : (await fetchNamed(tx, context, resourceId)).named.member_id;
  assertThat(context.caller.role !== 'DOCTOR' || member === context.caller.userId, 'access.denied');
}
