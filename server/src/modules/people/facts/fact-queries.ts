import type { PersonFacts } from '@samay/contract/people/person-facts';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { selectFacts, shownAs } from '../rows/family-queries.ts';
import { setFacts } from '../rows/queries.ts';

/** Locks the person that a person is shown with. */
export const lockShown = statement<{ id: string }, { id: string }>(
  (_, { tenantId, id }) => sql<{ id: string }>`select id from patients
    where tenant_id = ${tenantId} and id = (select ${shownAs('own')} from patients as own
      where own.tenant_id = ${tenantId} and own.id = ${id}::uuid) for no key update`,
);

/** Writes the facts about a person, which no booking has. */
export const writePersonFacts = statement<PersonFacts & { id: string }, object>(
  (_, values) => sql`update patients set ${setFacts((fact) => sql`${values[fact]}::text`)}
    where tenant_id = ${values.tenantId} and id = ${values.id}`,
);

type Emptied = { readonly [Fact in keyof PersonFacts]: boolean };

/** Empties facts about the people merged into a person: theirs would be shown instead. */
export const emptyMergedFacts = statement<Emptied & { id: string }, object>(
  (_, values) => sql`update patients
    set ${setFacts((fact) => sql`case when ${values[fact]} then null else ${sql.ref(fact)} end`)}
    where tenant_id = ${values.tenantId} and merged_into = ${values.id}::uuid`,
);

/** Reads the facts about a person as they are shown. */
export const readShownFacts = statement<{ id: string }, PersonFacts>(
  (_, { tenantId, id }) => sql<PersonFacts>`select ${selectFacts(tenantId, 'patients')}
    from patients where tenant_id = ${tenantId} and id = ${id}::uuid`,
);
