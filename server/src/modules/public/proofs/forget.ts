import { indiaDate } from '@samay/contract/core/time';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { countChanged } from '../../../db/transaction.ts';
import { deleteDevicesBefore, deleteProofsBefore } from './queries.ts';
import { deviceDays } from './rules.ts';

const dayMs = 86_400_000;

/** Deletes the forms of all businesses after a day, those that an email proved after their booking, and devices after thirty. Returns how many. */
export async function forgetOldProofs(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const now = dependencies.clock().getTime();
  const today = indiaDate(new Date(now));
  const [forms, devices] = [new Date(now - dayMs), new Date(now - deviceDays * dayMs)];
  return asJob(dependencies, async (tx) => {
    const deleted = await countChanged(tx, platform, deleteProofsBefore({ before: forms, today }));
    return deleted + (await countChanged(tx, platform, deleteDevicesBefore({ before: devices })));
  });
}
