import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { personFacts, setFacts } from '../../people/index.ts';
import type { Lines } from './people-queries.ts';

// An undo runs as the platform's role, which alone deletes people and money; so each statement names the
// business for each of its tables, and only rows of the import.

const toldFields = [...personFacts, 'email'] as const;

/** Locks the people that some lines of an import added, in the order of their ids. */
export const lockAddedPeople = statement<Lines, { id: string }>(
  (_, { tenantId, id, from, to }) => sql<{ id: string }>`select patients.id from patients
    where patients.tenant_id = ${tenantId}::uuid and patients.id = any(array(
      select own.patient_id from import_rows as own where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid
        and own.line between ${from} and ${to} and own.state = 'done' and own.patient_id = own.new_id))
    order by patients.id for update`,
);

/**
 * Notes what becomes of the lines: a person who has a booking or money, is merged or was changed by a user
 * stays. The facts may come from any row of the import about that person.
 */
export const judgeUndo = statement<Lines, object>(
  (_, { tenantId, id, from, to }) => sql`update import_rows as own set (state, stayed_because) = (
      select case when judged.because is null then 'undone' else 'stayed' end, judged.because from (
        select case
          when patients.id is null then null
          when exists (select from appointments where appointments.tenant_id = ${tenantId}::uuid
            and appointments.patient_id = patients.id) then 'booked'
          when exists (select from payments where payments.tenant_id = ${tenantId}::uuid
            and payments.patient_id = patients.id) then 'paid'
          when patients.merged_into is not null or exists (select from patients as merged
            where merged.tenant_id = ${tenantId}::uuid and merged.merged_into = patients.id) then 'merged'
          when patients.name <> own.content ->> 'name' or patients.contact is distinct from own.content ->> 'contact'
            or patients.language is not null
            or not ${sql.join(
              toldFields.map((name) => isImported(name)),
              sql` or not `,
            )} then 'changed'
          end as because
        from (select 1) as one
        left join patients on patients.tenant_id = ${tenantId}::uuid and patients.id = own.new_id
        cross join lateral (
          select ${sql.join(toldFields.map((name) => sql`array_agg(told.content ->> ${sql.lit(name)}) as ${sql.ref(name)}`))}
          from import_rows as told where told.tenant_id = ${tenantId}::uuid and told.import_id = ${id}::uuid
            and told.person_key = own.person_key and told.folded_name = own.folded_name
        ) as told
        offset 0
      ) as judged
    )
    where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid and own.line between ${from} and ${to}
      and own.state = 'done' and own.patient_id = own.new_id`,
);

function isImported(name: string) {
  return sql`coalesce(nullif(patients.${sql.ref(name)}, '') = any(told.${sql.ref(name)}), coalesce(patients.${sql.ref(name)}, '') = '')`;
}

/** Deletes the people of rows that are undone. */
export const removeAddedPeople = statement<Lines, object>(
  (_, { tenantId, id, from, to }) => sql`delete from patients
    where patients.tenant_id = ${tenantId}::uuid and patients.id = any(array(
      select own.new_id from import_rows as own where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid
        and own.line between ${from} and ${to} and own.state = 'undone' and own.patient_id = own.new_id))`,
);

/** Empties what the lines filled of known people, where it is still what they brought. */
export const emptyFilled = statement<Lines, object>((_, { tenantId, id, from, to }) => {
  const isOwn = (name: string) =>
    sql`${sql.lit(name)} = any(own.filled) and patients.${sql.ref(name)} = own.content ->> ${sql.lit(name)}`;
  const fact = (name: string) => sql`case when ${isOwn(name)} then null else patients.${sql.ref(name)} end`;
  return sql`update patients set ${setFacts(fact)},
      email = case when ${isOwn('email')} then '' else patients.email end
    from (
      select distinct on (own.patient_id) own.patient_id, own.content, own.filled from import_rows as own
      where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid and own.line between ${from} and ${to}
        and own.state = 'done' and own.patient_id <> own.new_id and own.filled <> '{}'
      order by own.patient_id, own.line
    ) as own
    where patients.tenant_id = ${tenantId}::uuid and patients.id = own.patient_id`;
});

/** Notes that the lines about known people are taken back. */
export const noteEmptied = statement<Lines, object>(
  (_, { tenantId, id, from, to }) => sql`update import_rows set state = 'undone'
    where tenant_id = ${tenantId} and import_id = ${id}::uuid and line between ${from} and ${to}
      and state = 'done' and patient_id <> new_id and filled <> '{}'`,
);
