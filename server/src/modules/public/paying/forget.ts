import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { countChanged } from '../../../db/transaction.ts';
import { deleteEventsBefore, forgetPeopleBefore } from '../orders/queries.ts';
import { eventDays, personDays } from './rules.ts';

const dayMs = 86_400_000;

/** Forgets the people of old orders, and the events that were acted on, of all businesses. Returns how many. */
export async function forgetOldOrders(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const now = dependencies.clock().getTime();
  return asJob(dependencies, async (tx) => {
    const people = forgetPeopleBefore({ before: new Date(now - personDays * dayMs) });
    const events = deleteEventsBefore({ before: new Date(now - eventDays * dayMs) });
    return (await countChanged(tx, platform, people)) + (await countChanged(tx, platform, events));
  });
}
