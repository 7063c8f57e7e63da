import { addDays, indiaDate } from '@samay/contract/core/time';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { countChanged } from '../../../db/transaction.ts';
import { daysAfterVisit } from '../../bookings/index.ts';
import { deleteDevicesBefore, deleteProofsBefore } from './queries.ts';
import { deviceDays } from './rules.ts';

const dayMs = 86_400_000;

/** Deletes the forms of all businesses after a day, those that an email proved with the link to their booking, and devices after thirty. Returns how many. */
export async function forgetOldProofs(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const now = dependencies.clock().getTime();
  const visited = addDays(indiaDate(new Date(now)), -daysAfterVisit);
  const [forms, devices] = [new Date(now - dayMs), new Date(now - deviceDays * dayMs)];
  return asJob(dependencies, async (tx) => {
    const deleted = await countChanged(tx, platform, deleteProofsBefore({ before: forms, visited }));
    return deleted + (await countChanged(tx, platform, deleteDevicesBefore({ before: devices })));
  });
}
