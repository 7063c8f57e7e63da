import type { PatientDetails } from '@samay/contract/bookings/patients';
import { indiaDate } from '@samay/contract/core/time';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { presentDetails } from './present.ts';
import { findPatientRow } from './queries.ts';

/** One person. Throws `not_found` for an unknown id, another business's person, and one all of whose bookings the plan hides. */
export async function getPatient(context: TenantContext, { params }: { params: { id: string } }): Promise<PatientDetails> {
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility, today: indiaDate(context.now) };
    return presentDetails(orNotFound(await findPatientRow(tx, view, params.id)));
  });
}
