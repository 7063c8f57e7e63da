import { addDays, formatDate, indiaDate } from '@samay/contract/core/time';
import { asPlatform, inTenantAsPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import { audit } from '../../audit/index.ts';
import {
  type EndingPlan,
  endUnpaid,
  listOwners,
  markReminded,
  readUnpaid,
  readUnreminded,
  startSubscription,
} from './plan-queries.ts';
import { getEnd, graceDays, reminderDays } from './policy.ts';

const freePlan = 'basic';

type JobDependencies = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'log'>;
type Act = (tx: Tx, context: BusinessContext, plan: EndingPlan) => Promise<boolean>;

/**
 * Job: reminds owners three days before a paid month ends, and puts an unpaid business on the free
 * plan three days after (docs/decisions/0010-paid-months.md). Bookings beyond the free limit are
 * hidden. Each step runs once, also with several processes.
 */
export async function endUnpaidPlans(
  dependencies: JobDependencies,
): Promise<{ told: number; ended: number }> {
  const today = indiaDate(dependencies.clock());
  const unpaid = await asPlatform(dependencies, (tx) =>
    run(tx, platform, readUnpaid({ endedBy: addDays(today, -graceDays) })),
  );
  const ended = await each(dependencies, unpaid, endPlan);
  const unreminded = await asPlatform(dependencies, (tx) =>
    run(tx, platform, readUnreminded({ endingBy: addDays(today, reminderDays) })),
  );
  const told = await each(dependencies, unreminded, remind);
  return { told, ended };
}

/** Handles each plan. A failure does not block the others; the next run retries it. */
async function each(dependencies: JobDependencies, plans: readonly EndingPlan[], act: Act): Promise<number> {
  let count = 0;
  for (const plan of plans) {
    const { tenantId } = plan;
    try {
      const context = systemContext(dependencies, { job: 'end unpaid plans', tenantId });
      if (await inTenantAsPlatform(context, (tx) => act(tx, context, plan))) count += 1;
    } catch (error) {
      const fault = { err: error, tenantId };
      dependencies.log?.error(fault, 'a paid month that ends could not be seen to; it is tried again');
    }
  }
  return count;
}

const remind: Act = async (tx, context, plan) => {
  const reminded = await run(tx, context, markReminded({ ...plan, now: context.now }));
  if (reminded.length === 0) return false;
  const { planName, paidUntil } = plan;
  await mailOwners(tx, context, {
    subject: `Your ${planName} plan on Samay is paid until ${formatDate(paidUntil)}`,
    text: `The month that you paid for ends on ${formatDate(paidUntil)}. To keep the ${planName} plan, pay for another month in Settings:

${settingsPage(context, plan)}

Without a payment your business continues on the free Basic plan from ${formatDate(getEnd(paidUntil))}. Nothing is deleted.`,
  });
  return true;
};

const endPlan: Act = async (tx, context, plan) => {
  const { now, tenantId } = context;
  if ((await run(tx, context, endUnpaid(plan))).length === 0) return false;
  const cycleStart = indiaDate(now);
  await startSubscription(tx, { tenantId, planId: freePlan, cycleStart, paidUntil: null, now });
  await audit(tx, context, 'subscription.ended', plan.id, { to: freePlan, because: 'unpaid' });
  await mailOwners(tx, context, {
    subject: `Your ${plan.planName} plan on Samay has ended`,
    text: `The ${plan.planName} plan was not paid for another month, so your business is on the free Basic plan from today. Nothing was deleted: bookings beyond Basic's monthly limit are hidden until you upgrade again.

${settingsPage(context, plan)}`,
  });
  return true;
};

async function mailOwners(
  tx: Tx,
  { tenantId, now }: BusinessContext,
  email: { subject: string; text: string },
): Promise<void> {
  for (const to of await listOwners(tx, tenantId)) await enqueueMail(tx, now, { tenantId, to, ...email });
}

/** Returns the page to pay on; each type of business has another. */
function settingsPage({ dependencies }: BusinessContext, { businessType }: EndingPlan): string {
  const home = businessType === 'turf' ? 'turf-dashboard' : 'dashboard';
  return `${dependencies.settings.publicUrl}/${home}/settings`;
}
