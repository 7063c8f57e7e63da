import { addDays, indiaDate } from '@samay/contract/core/time';
import { asPlatform, inTenantAsPlatform } from '../../../db/tenant.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { systemContext } from '../../../context/business-context.ts';
import { audit } from '../../audit/index.ts';
import { planEndedEmail, reminderEmail } from './email-templates.ts';
import {
  type EndingPlan,
  endUnpaid,
  findUnpaid,
  findUnreminded,
  markReminded,
  ownersOf,
} from './plan-queries.ts';
import { endOf, graceDays, reminderDays } from './policy.ts';
import { replaceSubscription } from './change-plan.ts';

const freePlan = 'basic';
const job = 'end unpaid plans';

type JobDependencies = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'log'>;

/**
 * Job: reminds owners three days before a paid month ends, and puts an unpaid business on the free
 * plan three days after (docs/decisions/0010-paid-months.md). Bookings beyond the free limit are
 * hidden, not deleted. Each business has its own transaction, and each step runs once, also with
 * several processes. Returns how many were reminded and how many plans ended.
 */
export async function endUnpaidPlans(
  dependencies: JobDependencies,
): Promise<{ told: number; ended: number }> {
  const today = indiaDate(dependencies.clock());
  const unpaid = await asPlatform(dependencies, (tx) => findUnpaid(tx, addDays(today, -graceDays)));
  const ended = await each(dependencies, unpaid, endPlan);
  const unreminded = await asPlatform(dependencies, (tx) => findUnreminded(tx, addDays(today, reminderDays)));
  const told = await each(dependencies, unreminded, remind);
  return { told, ended };
}

async function remind(dependencies: JobDependencies, plan: EndingPlan): Promise<boolean> {
  const context = systemContext(dependencies, { job, tenantId: plan.tenantId });
  const { now, tenantId } = context;
  const email = reminderEmail(
    plan.planName,
    plan.paidUntil,
    endOf(plan.paidUntil),
    settingsOf(plan, dependencies),
  );
  return inTenantAsPlatform(context, async (tx) => {
    if (!(await markReminded(tx, plan, now))) return false;
    for (const to of await ownersOf(tx, tenantId)) await enqueueMail(tx, now, { tenantId, to, ...email });
    return true;
  });
}

async function endPlan(dependencies: JobDependencies, plan: EndingPlan): Promise<boolean> {
  const context = systemContext(dependencies, { job, tenantId: plan.tenantId });
  const { now, tenantId } = context;
  return inTenantAsPlatform(context, async (tx) => {
    if (!(await endUnpaid(tx, plan))) return false;
    await replaceSubscription(tx, {
      tenantId,
      planId: freePlan,
      today: indiaDate(now),
      paidUntil: null,
      now,
    });
    const detail = { to: freePlan, because: 'unpaid' };
    await audit(tx, context, 'subscription.ended', plan.id, detail);
    const email = planEndedEmail(plan.planName, settingsOf(plan, dependencies));
    for (const to of await ownersOf(tx, tenantId)) await enqueueMail(tx, now, { tenantId, to, ...email });
    return true;
  });
}

/**
 * The settings page, where a plan is paid for; each type of business has its own (specification 2).
 */
function settingsOf({ businessType }: EndingPlan, { settings }: JobDependencies): string {
  return `${settings.publicUrl}/${businessType === 'turf' ? 'turf-dashboard' : 'dashboard'}/settings`;
}

/** A failure does not block the others, and is retried in the next run. */
async function each(
  dependencies: JobDependencies,
  plans: readonly EndingPlan[],
  act: (dependencies: JobDependencies, plan: EndingPlan) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const plan of plans) {
    try {
      if (await act(dependencies, plan)) count += 1;
    } catch (error) {
      dependencies.log?.error(
        { err: error, tenantId: plan.tenantId },
        'a paid month that ends could not be seen to; it is tried again',
      );
    }
  }
  return count;
}
