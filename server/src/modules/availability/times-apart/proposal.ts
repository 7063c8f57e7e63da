import type { TimesProposal } from '@samay/contract/availability/times-apart';
import { addDays, indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readAtOnce, type RowsOf } from '../../../db/read-at-once.ts';
import { onlyRow, run } from '../../../db/run-statement.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { notKeptApart } from '../claims/claiming-time.ts';
import { presentWeekly } from '../weekly-hours/present.ts';
import { listWeeklyRows } from '../weekly-hours/queries.ts';
import { beginTimes } from './move-queries.ts';
import { countOverlapping } from './overlap-queries.ts';
import { findDecision, findFirstService, findUsualGap, listBookedResources } from './queries.ts';

/** From how long ago bookings are counted, as `begin_times` counts their doctors. */
const daysBack = 90;

/**
 * Shows what an owner confirms before taken times are refused, proposed from the business's own
 * bookings, in two messages: how many bookings would overlap depends on what is proposed. It writes
 * only where the move of data has not reached the business yet: then its times begin.
 */
export async function getTimesProposal(context: TenantContext): Promise<TimesProposal> {
  let read = await readAtOnce(context, askedOf(context));
  if (read.services.length === 0) {
    await inTenant(context, (tx) => beginTimes(tx, context.tenantId));
    read = await readAtOnce(context, askedOf(context));
  }
  const { overlapping } = await readAtOnce(context, {
    overlapping: countOverlapping(lastingAs(read, context)),
  });
  return present(read, onlyRow(overlapping).count);
}

/** The proposal as a transaction sees it. */
export async function proposalOf(tx: Tx, context: TenantContext): Promise<TimesProposal> {
  const asked = askedOf(context);
  const read = {
    decisions: await run(tx, context, asked.decisions),
    services: await run(tx, context, asked.services),
    gaps: await run(tx, context, asked.gaps),
    hours: await run(tx, context, asked.hours),
    resources: await run(tx, context, asked.resources),
  };
  return present(read, onlyRow(await run(tx, context, countOverlapping(lastingAs(read, context)))).count);
}

function askedOf({ now }: TenantContext) {
  const from = addDays(indiaDate(now), -daysBack);
  return {
    decisions: findDecision({}),
    services: findFirstService({}),
    gaps: findUsualGap({ from }),
    hours: listWeeklyRows({}),
    resources: listBookedResources({ from }),
  };
}

type Read = RowsOf<ReturnType<typeof askedOf>>;

/** What the business has decided, its first service, and how long that is proposed to last. */
function decided({ decisions, services, gaps }: Read) {
  const decision = orNotFound(decisions[0]);
  const service = orNotFound(services[0]);
  const proposed = decision.isConfirmed ? service.duration : (gaps[0]?.gap ?? service.duration);
  return { decision, service, proposed };
}

function lastingAs(read: Read, { now }: TenantContext) {
  const { service, proposed } = decided(read);
  return { now, serviceId: service.id, from: service.duration, to: proposed, warned: notKeptApart };
}

function present(read: Read, overlapping: number): TimesProposal {
  const { decision, service, proposed } = decided(read);
  const hours = presentWeekly(read.hours.filter((row) => row.resource_id === null));
  return { ...decision, service: { ...service, proposed }, resources: read.resources, hours, overlapping };
}
