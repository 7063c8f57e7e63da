import { sql } from 'kysely';
import type { Dependencies } from '../../../context/dependencies.ts';
import { statement } from '../../../db/statement.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueuePlan } from './plan-all.ts';
import { defaultChoice } from './replace-reminders.ts';

/** Gives the usual choice to businesses that mail their people and have never chosen. */
const insertChoices = statement<{ now: Date; leads: readonly number[] }, { readonly tenant_id: string }>(
  (_, { now, leads }) => sql<{ tenant_id: string }>`
    insert into notice_settings (tenant_id, reminders_on, lead_min, updated_at)
    select booking_mails.tenant_id, true, ${leads}::int[], ${now}::timestamptz from booking_mails
    where booking_mails.is_on and not exists (select from notice_settings as chosen
      where chosen.tenant_id = booking_mails.tenant_id)
    on conflict do nothing returning tenant_id`,
);

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
