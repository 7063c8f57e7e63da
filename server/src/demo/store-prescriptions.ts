import { Readable } from 'node:stream';
import { longestUpload } from '@samay/contract/files/files';
import type { FileStore } from '../adapters/files/port.ts';
import type { PlannedBusiness } from './plan.ts';
import type { DemoPrescription } from './prescription.ts';

/** A prescription whose file is stored. */
export interface StoredPrescription extends DemoPrescription {
  readonly tenantId: string;
  readonly uploadedBy: string;
  readonly sha256: string;
}

/** Stores the file of every prescription in the place of uploads. */
export async function storePrescriptions(
  files: FileStore,
  businesses: readonly PlannedBusiness[],
): Promise<StoredPrescription[]> {
  const stored: StoredPrescription[] = [];
  for (const { id: tenantId, members, prescriptions } of businesses) {
    const uploader = members.find(({ role }) => role === 'DOCTOR') ?? members[0];
    for (const prescription of prescriptions) {
      const draft = await files.receive(Readable.from([prescription.content]), longestUpload);
      await draft.publish(`${tenantId}/${prescription.id}`);
      await draft.discard();
      stored.push({ ...prescription, tenantId, uploadedBy: uploader.id, sha256: draft.sha256 });
    }
  }
  return stored;
}
