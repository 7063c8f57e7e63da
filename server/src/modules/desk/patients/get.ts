import { mostTakenTogether } from '@samay/contract/bookings/money';
import type { PatientDetails } from '@samay/contract/people/patients';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { readShown } from '../../visibility/index.ts';
import {
  listHousehold,
  listMerges,
  listOwing,
  sumAdvanceOf,
  listHouseholdOwing,
} from './household-queries.ts';
import { presentDetails } from './present.ts';
import { findPatientRow } from './queries.ts';

/**
 * Returns one person with their household and the people who were merged into them. Throws
 * `not_found` for an unknown id, another business's person, and a person all of whose bookings the
 * plan hides.
 */
export async function getPatient(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<PatientDetails> {
  const today = indiaDate(context.now);
  const getOwing = { id: params.id, today, limit: mostTakenTogether };
  const { found, household, merges, owing, householdOwing, advance } = (
    await readShown(context, (view) => ({
      found: findPatientRow(view, params.id, today),
      household: listHousehold(view, params),
      merges: listMerges(view, params),
      owing: listOwing(view, getOwing),
      householdOwing: listHouseholdOwing(view, getOwing),
      advance: sumAdvanceOf(params),
    }))
  ).rows;
  const money = {
    owing,
    householdOwing: householdOwing.slice(0, mostTakenTogether - owing.length),
    ...onlyRow(advance),
  };
  return presentDetails(orNotFound(found[0]), { household, merges, money }, context);
}

/** Makes a change of a person reply with them as they are shown after it. */
export function thenShown<Input>(
  change: (context: TenantContext, input: Input) => Promise<{ readonly id: string }>,
) {
  return async (context: TenantContext, input: Input): Promise<PatientDetails> =>
    getPatient(context, { params: await change(context, input) });
}
