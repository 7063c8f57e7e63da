import { formatCount } from '@samay/contract/core/money';
import { addDays, formatDate, indiaDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, inTenantAsPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import { type EndingDays, listOwners, markDaysTold, readUntoldDays } from './plan-queries.ts';
import { reminderDays } from './policy.ts';

type JobDependencies = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'log'>;

/**
 * Job: tells owners by email three days before the first days of their business are over, and again where
 * these were extended. Each end is told of once, also with several processes. Returns the number of businesses.
 */
export async function tellFirstDays(dependencies: JobDependencies): Promise<number> {
  const today = indiaDate(dependencies.clock());
  const by = addDays(today, reminderDays - 1);
  const found = await asPlatform(dependencies, (tx) => run(tx, platform, readUntoldDays({ today, by })));
  let told = 0;
  for (const days of found) {
    const { tenantId } = days;
    try {
      const context = systemContext(dependencies, { job: 'tell of the end of first days', tenantId });
      if (await inTenantAsPlatform(context, (tx) => tell(tx, context, days))) told += 1;
    } catch (error) {
      const fault = { err: error, tenantId };
      dependencies.log?.error(fault, 'nobody was told of first days that end; it is tried again');
    }
  }
  return told;
}

async function tell(
  tx: Tx,
  { tenantId, now, dependencies }: BusinessContext,
  { businessType, planName, limit, until }: EndingDays,
): Promise<boolean> {
  const marked = await run(tx, { tenantId }, markDaysTold({ until }));
  if (marked.length === 0) return false;
  const { bookings } = wording[businessType ?? 'doctor'];
  const home = businessType === 'turf' ? 'turf-dashboard' : 'dashboard';
  const mail = {
    subject: `The higher limit of your new business on Samay ends on ${formatDate(until)}`,
    text: `Until ${formatDate(until)} your business can make as many ${bookings} as on the Enterprise plan. From ${formatDate(addDays(until, 1))} it has the limit of the ${planName} plan: ${formatCount(limit)} ${bookings} a month.

What was booked until then stays visible and takes no place of the plan. Your plan is in Settings:

${dependencies.settings.publicUrl}/${home}/settings`,
  };
  for (const to of await listOwners(tx, tenantId)) await enqueueMail(tx, now, { tenantId, to, ...mail });
  return true;
}
