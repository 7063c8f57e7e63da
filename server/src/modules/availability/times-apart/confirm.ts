import type { TimesProposal } from '@samay/contract/availability/times-apart';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { run } from '../../../db/run-statement.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { notKeptApart } from '../claims/claiming-time.ts';
import { beginTimes, claimAllBefore } from './move-queries.ts';
import { lockComing, relastComing } from './overlap-queries.ts';
import { proposalOf } from './proposal.ts';
import {
  announceAtOnce,
  findFirstService,
  keepTimesApart,
  letEmployeesOverbook,
  writeDuration,
} from './queries.ts';

/**
 * Refuses taken times from now on: also those of bookings that the move of data has not reached.
 * The first service lasts as confirmed, and so do its future bookings that last as long as it did.
 * Bookings that then overlap an earlier one stay, marked as overbooked. The events in the calendar
 * of bookings that last otherwise now follow.
 */
export async function confirmTimesApart(
  context: TenantContext,
  { body: { duration } }: { body: { duration: number } },
): Promise<TimesProposal> {
  const { tenantId, now } = context;
  return changeAvailability(context, async (tx) => {
    await beginTimes(tx, tenantId);
    await announceAtOnce(tx, tenantId);
    await lockComing(tx, { tenantId, now });
    await claimAllBefore(tx, tenantId);
    const [first] = await run(tx, context, findFirstService({}));
    const service = orNotFound(first);
    const relasting = await relastComing(tx, {
      tenantId,
      now,
      serviceId: service.id,
      from: service.duration,
      to: duration,
      warned: notKeptApart,
    });
    await context.dependencies.bookingEvents.enqueueCorrections(tx, context, relasting);
    await writeDuration(tx, { tenantId, id: service.id, minutes: duration, now });
    await keepTimesApart(tx, { tenantId, now });
    const proposal = await proposalOf(tx, context);
    const detail = { duration, overlapping: proposal.overlapping };
    await noteChange(tx, context, { action: 'times_apart.confirmed', id: tenantId, detail });
    return proposal;
  });
}

/**
 * Changes whether employees may book over another booking with a reason. It counts from their next
 * request on.
 */
export async function setOverbooking(
  context: TenantContext,
  { body: { employees } }: { body: { employees: boolean } },
): Promise<TimesProposal> {
  const { tenantId, now } = context;
  return changeAvailability(context, async (tx) => {
    await beginTimes(tx, tenantId);
    await letEmployeesOverbook(tx, { tenantId, isAllowed: employees, now });
    await noteChange(tx, context, {
      action: 'times_apart.overbooking_changed',
      id: tenantId,
      detail: { employees },
    });
    return proposalOf(tx, context);
  });
}
