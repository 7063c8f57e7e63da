import type { PersonFacts } from '@samay/contract/people/person-facts';
import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { isReached } from '../rows/family-queries.ts';
import { factColumns } from '../rows/queries.ts';

export interface PersonRow extends PersonFacts {
  readonly id: string;
  readonly name: string;
  /** The email; empty where none is known. */
  readonly email: string;
  readonly contact: string | null;
  readonly merged_into: string | null;
  readonly merged_at: Date | null;
  /** Whether others are shown with this person. */
  readonly has_merges: boolean;
}

/** Locks people in the order of their ids. A later statement sees what this one waited for. */
export const lockPeople: (values: { ids: string[] }) => Statement<{ id: string }> = statement<
  { ids: string[] },
  { id: string }
>(
  (_, { tenantId, ids }) => sql<{ id: string }>`select id from patients
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by id for update`,
);

/**
 * Reads those of these people that the plan shows: they, or those shown with them, have a booking
 * that it shows, or have no booking and are kept, or have money.
 */
export const readPeople = shownStatement<{ ids: string[] }, PersonRow>(
  (
    _,
    { order, visibility },
    { tenantId, ids },
  ) => sql<PersonRow>`select id, name, email, contact, ${factColumns('patients')}, merged_into, merged_at, exists (
      select from patients as merged where merged.tenant_id = ${tenantId}::uuid and merged.merged_into = patients.id) as has_merges
    from patients
    where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) and ${isReached(tenantId, 'patients', visible(order, visibility))}`,
);
