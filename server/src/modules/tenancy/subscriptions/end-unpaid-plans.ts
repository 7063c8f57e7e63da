import { addDays, indiaDate } from '@samay/contract/core/time';
import { asPlatform } from '../../../db/tenant.ts';
import { mailLater } from '../../../outbox/mail-later.ts';
import type { Parts } from '../../../context/dependencies.ts';
import { auditPerson } from '../../audit/log/index.ts';
import { endedLetter, reminderLetter } from './email-templates.ts';
import { type EndingPlan, endUnpaid, findUnpaid, findUntold, markTold, ownersOf } from './paid-queries.ts';
import { endOf, graceDays, reminderDays } from './policy.ts';
import { replaceSubscription } from './replace-subscription.ts';

const freePlan = 'basic';

type Work = Pick<Parts, 'database' | 'clock' | 'settings' | 'log'>;

/**
 * Tells owners three days before a paid month ends, and puts a business that was not paid for on the free plan three days after
 * (docs/decisions/0010-paid-months.md). Bookings stay what they are; those beyond the free limit are hidden. Each business in a
 * transaction of its own, each step once, however many processes run it. Answers how many were told and how many fell.
 */
export async function endUnpaidPlans(parts: Work): Promise<{ told: number; ended: number }> {
  const today = indiaDate(parts.clock());
  const unpaid = await asPlatform(parts, (tx) => findUnpaid(tx, addDays(today, -graceDays)));
  const ended = await each(parts, unpaid, endPlan);
  const untold = await asPlatform(parts, (tx) => findUntold(tx, addDays(today, reminderDays)));
  const told = await each(parts, untold, tell);
  return { told, ended };
}

async function tell(parts: Work, plan: EndingPlan): Promise<boolean> {
  const now = parts.clock();
  const letter = reminderLetter(plan.planName, plan.paidUntil, endOf(plan.paidUntil), settingsOf(plan, parts));
  return asPlatform(parts, async (tx) => {
    if (!(await markTold(tx, plan, now))) return false;
    for (const to of await ownersOf(tx, plan.tenantId)) await mailLater(tx, now, { tenantId: plan.tenantId, to, ...letter });
    return true;
  });
}

async function endPlan(parts: Work, plan: EndingPlan): Promise<boolean> {
  const now = parts.clock();
  const { tenantId } = plan;
  return asPlatform(parts, async (tx) => {
    if (!(await endUnpaid(tx, plan))) return false;
    await replaceSubscription(tx, { tenantId, planId: freePlan, today: indiaDate(now), paidUntil: null, now });
    const detail = { to: freePlan, because: 'unpaid' };
    await auditPerson(tx, { now, requestId: 'upkeep' }, { userId: null, tenantId }, 'subscription.ended', plan.id, detail);
    const letter = endedLetter(plan.planName, settingsOf(plan, parts));
    for (const to of await ownersOf(tx, tenantId)) await mailLater(tx, now, { tenantId, to, ...letter });
    return true;
  });
}

/** Where a plan is paid for: each type of business has its own address (specification 2). */
function settingsOf({ businessType }: EndingPlan, { settings }: Work): string {
  return `${settings.publicUrl}/${businessType === 'turf' ? 'turf-dashboard' : 'dashboard'}/settings`;
}

/** One that fails holds up no other, and is tried again with the next round. */
async function each(parts: Work, plans: readonly EndingPlan[], act: (parts: Work, plan: EndingPlan) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const plan of plans) {
    try {
      if (await act(parts, plan)) count += 1;
    } catch (error) {
      parts.log?.error({ err: error, tenantId: plan.tenantId }, 'a paid month that ends could not be seen to; it is tried again');
    }
  }
  return count;
}
