import type { TimesProposal } from '@samay/contract/availability/times-apart';
import { addDays, indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { run } from '../../../db/run-statement.ts';
import { inTenant, readInTenant, type Tx } from '../../../db/tenant.ts';
import { notKeptApart } from '../claims/claiming-time.ts';
import { presentWeekly } from '../weekly-hours/present.ts';
import { listWeeklyRows } from '../weekly-hours/queries.ts';
import { beginTimes } from './move-queries.ts';
import { countOverlapping } from './overlap-queries.ts';
import { findDecision, findFirstService, findUsualGap, listBookedResources } from './queries.ts';

/** From how long ago bookings are counted, as `begin_times` counts their doctors. */
const daysBack = 90;

/**
 * Shows what an owner confirms before taken times are refused, proposed from the business's own bookings. It writes only where the move of data
 * has not reached the business yet: then its times begin.
 */
export async function getTimesProposal(context: TenantContext): Promise<TimesProposal> {
  const services = await readInTenant(context, (tx) => run(tx, context, findFirstService({})));
  if (services.length === 0) await inTenant(context, (tx) => beginTimes(tx, context.tenantId));
  return readInTenant(context, (tx) => proposalOf(tx, context));
}

/** The proposal as a transaction sees it. */
export async function proposalOf(tx: Tx, context: TenantContext): Promise<TimesProposal> {
  const { tenantId, now } = context;
  const from = addDays(indiaDate(now), -daysBack);
  const [decision] = await run(tx, context, findDecision({}));
  const { isConfirmed, employeesMayOverbook } = orNotFound(decision);
  const [first] = await run(tx, context, findFirstService({}));
  const service = orNotFound(first);
  const [usual] = isConfirmed ? [] : await run(tx, context, findUsualGap({ from }));
  const proposed = usual?.gap ?? service.duration;
  const hours = await run(tx, context, listWeeklyRows({}));
  return {
    isConfirmed,
    employeesMayOverbook,
    service: { ...service, proposed },
    resources: [...(await run(tx, context, listBookedResources({ from })))],
    hours: presentWeekly(hours.filter((row) => row.resource_id === null)),
    overlapping: await countOverlapping(tx, {
      tenantId,
      now,
      serviceId: service.id,
      from: service.duration,
      to: proposed,
      warned: notKeptApart,
    }),
  };
}
