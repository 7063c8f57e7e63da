import { formatCount } from '@samay/contract/core/money';
import { addDays, formatDate, indiaDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { contactAddress } from '../../../core/contact.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, inTenantAsPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import { findPlans, type FullPlan, listOwners, markTold, readNearlyFull } from './plan-queries.ts';
import { hasLarger, percentTold, toldFrom } from './policy.ts';
import { usageOn, type UsageRow } from './queries.ts';

type JobDependencies = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'log' | 'payments'>;

/**
 * Job: tells owners and the platform by email that a plan which its business cannot raise itself is
 * nearly used up: once in a cycle for each of two shares. Each is told once, also with several
 * processes. Returns the number of businesses.
 */
export async function tellNearlyFull(dependencies: JobDependencies): Promise<number> {
  const today = indiaDate(dependencies.clock());
  const found = await asPlatform(dependencies, async (tx) => {
    const plans = await findPlans(tx);
    const planIds = plans
      .filter(({ price }) => dependencies.payments === undefined || !hasLarger(price, plans))
      .map(({ id }) => id);
    return run(tx, platform, readNearlyFull({ planIds, today, percent: toldFrom }));
  });
  let told = 0;
  for (const plan of found) {
    const { tenantId } = plan;
    try {
      const context = systemContext(dependencies, { job: 'tell who is nearly full', tenantId });
      if (await inTenantAsPlatform(context, (tx) => tell(tx, context, plan))) told += 1;
    } catch (error) {
      const fault = { err: error, tenantId };
      dependencies.log?.error(fault, 'nobody was told of a plan that is nearly full; it is tried again');
    }
  }
  return told;
}

async function tell(tx: Tx, context: BusinessContext, plan: FullPlan): Promise<boolean> {
  const { tenantId, now, dependencies } = context;
  const [usage] = await run(tx, context, usageOn(indiaDate(now)));
  const percent = usage && percentTold(usage.used, usage.limit ?? 0);
  if (!usage || percent === undefined) return false;
  const marked = await run(tx, context, markTold({ percent, cycle: usage.cycle_start }));
  if (marked.length === 0) return false;
  const owners = await listOwners(tx, tenantId);
  const support = contactAddress(dependencies.settings);
  const used = usedText(usage, plan, percent);
  const rest =
    support === undefined
      ? 'please ask the person who runs Samay.'
      : `please write to Samay support: ${support}`;
  const mail = { subject: `${plan.name} has used ${percent} % of its plan on Samay` };
  for (const to of owners)
    await enqueueMail(tx, now, {
      tenantId,
      to,
      ...mail,
      text: `${used}\n\nNo larger plan can be bought on Settings. To have the limit raised, ${rest}`,
    });
  if (support !== undefined)
    await enqueueMail(tx, now, {
      tenantId,
      to: support,
      ...mail,
      text: `${used}\n\nIts owners were told: ${owners.join(', ')}\n\nRaise its limit under Tenants:\n${dependencies.settings.publicUrl}/dashboard/tenants`,
    });
  return true;
}

function usedText(
  { used, limit, cycle_end: end }: UsageRow,
  { name, planName, businessType }: FullPlan,
  percent: number,
) {
  const { bookings } = wording[businessType ?? 'doctor'];
  const until = formatDate(addDays(end, -1));
  return (
    `${name} has used ${percent} % of the ${planName} plan: ${formatCount(used)} of ` +
    `${formatCount(limit ?? 0)} ${bookings} in the month until ${until}. At the limit no more can be booked in it.`
  );
}
