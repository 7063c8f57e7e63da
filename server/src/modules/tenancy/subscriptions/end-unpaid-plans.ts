import { addDays, indiaDate } from '@samay/contract/core/time';
import { asPlatform } from '../../../db/tenant.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { auditPerson } from '../../audit/index.ts';
import { endedLetter, reminderLetter } from './email-templates.ts';
import { type EndingPlan, endUnpaid, findUnpaid, findUntold, markTold, ownersOf } from './paid-queries.ts';
import { endOf, graceDays, reminderDays } from './policy.ts';
import { replaceSubscription } from './replace-subscription.ts';

const freePlan = 'basic';

type Work = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'log'>;

/**
 * Tells owners three days before a paid month ends, and puts a business that was not paid for on the free plan three days after
 * (docs/decisions/0010-paid-months.md). Bookings stay what they are; those beyond the free limit are hidden. Each business in a
 * transaction of its own, each step once, however many processes run it. Answers how many were told and how many fell.
 */
export async function endUnpaidPlans(dependencies: Work): Promise<{ told: number; ended: number }> {
  const today = indiaDate(dependencies.clock());
  const unpaid = await asPlatform(dependencies, (tx) => findUnpaid(tx, addDays(today, -graceDays)));
  const ended = await each(dependencies, unpaid, endPlan);
  const untold = await asPlatform(dependencies, (tx) => findUntold(tx, addDays(today, reminderDays)));
  const told = await each(dependencies, untold, tell);
  return { told, ended };
}

async function tell(dependencies: Work, plan: EndingPlan): Promise<boolean> {
  const now = dependencies.clock();
  const letter = reminderLetter(plan.planName, plan.paidUntil, endOf(plan.paidUntil), settingsOf(plan, dependencies));
  return asPlatform(dependencies, async (tx) => {
    if (!(await markTold(tx, plan, now))) return false;
    for (const to of await ownersOf(tx, plan.tenantId)) await enqueueMail(tx, now, { tenantId: plan.tenantId, to, ...letter });
    return true;
  });
}

async function endPlan(dependencies: Work, plan: EndingPlan): Promise<boolean> {
  const now = dependencies.clock();
  const { tenantId } = plan;
  return asPlatform(dependencies, async (tx) => {
    if (!(await endUnpaid(tx, plan))) return false;
    await replaceSubscription(tx, { tenantId, planId: freePlan, today: indiaDate(now), paidUntil: null, now });
    const detail = { to: freePlan, because: 'unpaid' };
    await auditPerson(tx, { now, requestId: 'upkeep' }, { userId: null, tenantId }, 'subscription.ended', plan.id, detail);
    const letter = endedLetter(plan.planName, settingsOf(plan, dependencies));
    for (const to of await ownersOf(tx, tenantId)) await enqueueMail(tx, now, { tenantId, to, ...letter });
    return true;
  });
}

/** Where a plan is paid for: each type of business has its own address (specification 2). */
function settingsOf({ businessType }: EndingPlan, { settings }: Work): string {
  return `${settings.publicUrl}/${businessType === 'turf' ? 'turf-dashboard' : 'dashboard'}/settings`;
}

/** One that fails holds up no other, and is tried again with the next round. */
async function each(
  dependencies: Work,
  plans: readonly EndingPlan[],
  act: (dependencies: Work, plan: EndingPlan) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const plan of plans) {
    try {
      if (await act(dependencies, plan)) count += 1;
    } catch (error) {
      dependencies.log?.error({ err: error, tenantId: plan.tenantId }, 'a paid month that ends could not be seen to; it is tried again');
    }
  }
  return count;
}
