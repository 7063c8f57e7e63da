import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { effectContext, enqueueEffect, type OutboxHandler } from '../../../outbox/index.ts';
import { listToCome } from './queries.ts';
import { replaceReminders } from './replace-reminders.ts';

const mostPerStep = 500;

/** Enqueues that all reminders of a business are planned again, as after another choice. */
export async function enqueuePlan(tx: Tx, { tenantId, now }: { tenantId: string; now: Date }): Promise<void> {
  await enqueueEffect(tx, now, { tenantId, kind: 'reminders.plan', subject: tenantId, payload: {} });
}

/** Outbox handler of `reminders.plan`: plans the reminders of all bookings to come, in steps. */
export const planAll: OutboxHandler = async (dependencies, _payload, effect) => {
  const context = effectContext(dependencies, effect);
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const from: string = after;
    after = await inTenant({ ...context, isShown: false }, async (tx) => {
      const found = await run(tx, context, listToCome({ after: from, now: context.now, most: mostPerStep }));
      const ids = found.map(({ id }) => id);
      await replaceReminders(tx, context, ids);
      return found.length === mostPerStep ? ids.at(-1) : undefined;
    });
  }
};
