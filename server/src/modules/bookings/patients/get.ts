import type { PatientDetails } from '@samay/contract/bookings/patients';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readShown } from '../shown/read-shown.ts';
import { listHousehold, listMerges } from './household-queries.ts';
import { presentDetails } from './present.ts';
import { findPatientRow } from './queries.ts';

/**
 * Returns one person with their household, and who was merged into them. Throws `not_found` for an
 * unknown id, another business's person, and one all of whose bookings the plan hides.
 */
export async function getPatient(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<PatientDetails> {
  const today = indiaDate(context.now);
  const { found, household, merges } = (
    await readShown(context, (view) => ({
      found: findPatientRow(view, params.id, today),
      household: listHousehold(view, params),
      merges: listMerges(view, params),
    }))
  ).rows;
  return presentDetails(orNotFound(found[0]), { household, merges }, context);
}
