import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { type Person, setFacts } from '../rows/queries.ts';

/** A person with the ids of those that they were shown with, and are shown with after the change. */
export interface MergeChange {
  readonly id: string;
  readonly from: string | null;
  readonly into: string | null;
  /** When it begins; null where it only ends. */
  readonly at: Date | null;
}

/** Shows a person with another one from now on, or alone where `into` is null. */
export const setMergedInto = statement<Omit<MergeChange, 'from'>, object>(
  (_, { tenantId, id, into, at }) => sql`update patients set merged_into = ${into}::uuid, merged_at = ${at}
    where tenant_id = ${tenantId} and id = ${id}`,
);

/** Reads the ids of the people who are shown with a person. */
export const readMergedInto = statement<{ held: string | null }, { id: string }>(
  (_, { tenantId, held }) => sql<{ id: string }>`select id from patients
    where tenant_id = ${tenantId} and merged_into = ${held}::uuid order by id`,
);

/** Finds a row of money of a person that belongs to no booking. */
export const findMoney = statement<{ held: string | null }, { id: string }>(
  (_, { tenantId, held }) => sql<{ id: string }>`select id from payments
    where tenant_id = ${tenantId} and patient_id = ${held}::uuid limit 1`,
);

/** Writes a locked person as their only booking names them after a correction. */
export const renamePerson = statement<Person, object>(
  (_, values) => sql`update patients
    set person_key = person_key(nullif(${values.email}::text, ''), ${values.contact}::text),
      name = ${values.name}, email = ${values.email}, contact = ${values.contact}::text,
      latest_date = ${values.latest_date}::date, ${setFacts((fact) => sql`${values[fact]}::text`)}
    where tenant_id = ${values.tenantId} and id = ${values.id}`,
);
