import type { listPlans as listPlansEndpoint, Plan, Subscription } from '@samay/contract/tenancy/payments';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import { fallbackPlan } from '@samay/contract/tenancy/plans';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { allowed, type PublicContext, type TenantContext } from '../../../context/request-context.ts';
import { findSuspension } from '../../identity/index.ts';
import { type ActivePlan, listPlanRows, type PlanRow, readActivePlan } from './plan-queries.ts';
import { getEnd, isWorthPaying } from './policy.ts';
import { usageOn } from './queries.ts';

export async function listPlans({ dependencies }: PublicContext): Promise<ReplyOf<typeof listPlansEndpoint>> {
  const { plans } = await readInOneMessageAsPlatform(dependencies, { plans: listPlanRows({}) });
  return { plans: plans.map(getPlan), paymentsAvailable: dependencies.payments !== undefined };
}

export async function showSubscription(context: TenantContext): Promise<Subscription> {
  const { plans, active, usage } = await readInOneMessage(context, {
    plans: listPlanRows({}),
    active: readActivePlan({}),
    usage: usageOn(indiaDate(context.now)),
  });
  const [current] = active;
  const latest = onlyRow(usage);
  const plan = plans.find(({ id }) => id === current?.planId);
  const paymentsAvailable = context.dependencies.payments !== undefined;
  const suspension = context.caller.tenant?.suspended ? await findSuspension(context) : null;
  return {
    state: latest.is_active === null ? 'none' : latest.is_active ? 'active' : 'ended',
    planName: latest.plan_name ?? fallbackPlan.name,
    plan: plan ? getPlan(plan) : null,
    ownLimit: current && plan ? limitInCycle(current, plan.limit, latest.cycle_start) : null,
    firstDays:
      current && latest.first_days_until !== null
        ? { limit: latest.limit ?? 0, until: latest.first_days_until }
        : null,
    paidUntil: current?.paidUntil ?? null,
    endsOn: current?.paidUntil ? getEnd(current.paidUntil) : null,
    offers: plans.filter((offer) => isWorthPaying(current, offer)).map(getPlan),
    paymentsAvailable,
    may: {
      upgrade:
        paymentsAvailable &&
        allowed(context, 'integrations.write') &&
        (context.caller.tenant?.suspended !== true || suspension?.untilPaid === true),
    },
  };
}

/** Returns the business's own limit where it is the one of a cycle. */
function limitInCycle({ ownLimit, ownLimitUntil }: ActivePlan, ofPlan: number, cycleStart: LocalDate) {
  if (ownLimit === null || ownLimitUntil === null) return null;
  return ownLimit > ofPlan && cycleStart <= ownLimitUntil ? { limit: ownLimit, until: ownLimitUntil } : null;
}

function getPlan({ id, name, limit, price }: PlanRow): Plan {
  return { id, name, limit, monthlyPrice: price };
}
