import type { PersonFacts } from '@samay/contract/people/person-facts';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { selectFacts, shownAs } from '../rows/family-queries.ts';

/** Locks the person that a person is shown with. */
export const lockShown = statement<{ id: string }, { id: string }>(
  (_, { tenantId, id }) => sql<{ id: string }>`select id from patients
    where tenant_id = ${tenantId} and id = (select ${shownAs('own')} from patients as own
      where own.tenant_id = ${tenantId} and own.id = ${id}::uuid) for no key update`,
);

/** Writes the facts about a person, which no booking has. */
export const writePersonFacts = statement<PersonFacts & { id: string }, object>(
  (_, { tenantId, id, born, sex, guardian }) => sql`update patients
    set born = ${born}::text, sex = ${sex}::text, guardian = ${guardian}::text
    where tenant_id = ${tenantId} and id = ${id}`,
);

type Emptied = { readonly [Fact in keyof PersonFacts]: boolean };

/** Empties facts about the people merged into a person: theirs would be shown instead. */
export const emptyMergedFacts = statement<Emptied & { id: string }, object>(
  (_, { tenantId, id, born, sex, guardian }) => sql`update patients
    set born = case when ${born} then null else born end, sex = case when ${sex} then null else sex end,
      guardian = case when ${guardian} then null else guardian end
    where tenant_id = ${tenantId} and merged_into = ${id}::uuid`,
);

/** Reads the facts about a person as they are shown. */
export const readShownFacts = statement<{ id: string }, PersonFacts>(
  (_, { tenantId, id }) => sql<PersonFacts>`select ${selectFacts(tenantId, 'patients')}
    from patients where tenant_id = ${tenantId} and id = ${id}::uuid`,
);
