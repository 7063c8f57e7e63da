import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { insertChoices } from './queries.ts';
import { enqueuePlan } from './plan-all.ts';
import { defaultChoice } from './replace-reminders.ts';

/**
 * Plans the reminders of the bookings of businesses that have mailed their people since before there
 * were reminders. Returns the number of these businesses.
 */
export async function beginReminders(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'mail'>,
): Promise<number> {
  if (!dependencies.mail) return 0;
  const now = dependencies.clock();
  return asJob(dependencies, async (tx) => {
    const begun = await run(tx, platform, insertChoices({ now, leads: defaultChoice.leads }));
    for (const { tenant_id: tenantId } of begun) await enqueuePlan(tx, { tenantId, now });
    return begun.length;
  });
}
