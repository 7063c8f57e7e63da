import type { ImportKind } from '@samay/contract/imports/rows';
import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { statement } from '../../../db/statement.ts';
import { personFacts, setFacts } from '../../people/index.ts';

// Each statement handles the rows of some lines of one import together. A person of the business is found
// by number and folded name, as a booking finds them: row by row and not by a join, whose plan PostgreSQL may
// have made while the tables were almost empty.

/** Some lines of an import, both included. */
export interface Lines {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

interface Values extends Lines {
  readonly isClinic: boolean;
}

interface Shape {
  readonly [name: string]: string;
  readonly kind: ImportKind;
}

const people: Shape = { kind: 'people' };

type OfTenant = { readonly tenantId: TenantId };

/** Matches the rows of some lines that are not refused, in a table of `import_rows`. */
export function isInLines(rows: string, { tenantId, id, from, to }: Lines & OfTenant): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${rows}.${name}`);
  return sql<boolean>`${column('tenant_id')} = ${tenantId}::uuid and ${column('import_id')} = ${id}::uuid
    and ${column('line')} between ${from} and ${to} and ${column('problems')} = '[]'`;
}

/** Selects a value of a row's person. */
function value(rows: string, name: string, { kind }: Shape): RawBuilder<string | null> {
  const content = sql.ref(`${rows}.content`);
  return kind === 'people'
    ? sql<string | null>`(${content} ->> ${sql.lit(name)})`
    : sql<string | null>`(${content} -> 'person' ->> ${sql.lit(name)})`;
}

/** The id that the person of a row gets who is not known. */
function newPersonId(rows: string, { kind }: Shape): RawBuilder<string> {
  const id = sql.ref(`${rows}.new_id`);
  return kind === 'people' ? sql<string>`${id}` : sql<string>`md5(${id}::text)::uuid`;
}

/** Matches the person of the business that a row names. */
function isNamed(person: string, rows: string, tenantId: TenantId): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${person}.tenant_id`)} = ${tenantId}::uuid
    and ${sql.ref(`${person}.person_key`)} = ${sql.ref(`${rows}.person_key`)}
    and fold_name(${sql.ref(`${person}.name`)}) = ${sql.ref(`${rows}.folded_name`)}`;
}

/** Lists the columns of a known person that a row fills: what the business knows already stays. */
function filledBy(
  rows: string,
  person: string,
  { isClinic }: { readonly isClinic: boolean },
): RawBuilder<string[]> {
  const fact = (name: string) =>
    sql`case when ${isClinic} and ${sql.ref(`${person}.${name}`)} is null and ${value(rows, name, people)} is not null
      then ${sql.lit(name)} end`;
  return sql<string[]>`array_remove(array[${sql.join(personFacts.map(fact))},
    case when ${sql.ref(`${person}.email`)} = '' and ${value(rows, 'email', people)} is not null then 'email' end], null)`;
}

/** Notes what the rows of people would do to the business, which nothing changes yet. */
export const judgePeople = statement<Values, object>(
  (_, values) => sql`update import_rows as own set (patient_id, outcome) = (
      select known.id, case
        when known.id is not null then case when known.filled = '{}' then 'same' else 'changed' end
        when exists (select from import_rows as earlier where ${isEarlier(values)}
          and earlier.folded_name = own.folded_name) then 'same'
        when exists (select from import_rows as earlier where ${isEarlier(values)})
          or exists (select from patients where patients.tenant_id = ${values.tenantId}::uuid
            and patients.person_key = own.person_key) then 'household'
        else 'new' end
      from (select 1) as one left join lateral (
        select patients.id, ${filledBy('own', 'patients', values)} as filled from patients
        where ${isNamed('patients', 'own', values.tenantId)} limit 1
      ) as known on true
    )
    where ${isInLines('own', values)}`,
);

/** Matches the rows of the file before the row `own` that have its number. */
function isEarlier({ tenantId, id }: Lines & OfTenant): RawBuilder<boolean> {
  return sql<boolean>`earlier.tenant_id = ${tenantId}::uuid and earlier.import_id = ${id}::uuid
    and earlier.person_key = own.person_key and earlier.line < own.line and earlier.problems = '[]'`;
}

/** Adds the people that the business does not know; each stays without a booking. */
export const addPeople = statement<Values & { now: Date }, object, Shape>((_, values, shape) => {
  const fact = (name: string) => sql`case when ${values.isClinic} then ${value('own', name, shape)} end`;
  return sql`insert into patients (tenant_id, id, person_key, name, email, contact, latest_date, kept_since, ${sql.join(personFacts.map((name) => sql.ref(name)))})
    select distinct on (own.person_key, own.folded_name) own.tenant_id, ${newPersonId('own', shape)}, own.person_key,
      ${value('own', 'name', shape)}, coalesce(${value('own', 'email', shape)}, ''), ${value('own', 'contact', shape)},
      '0001-01-01'::date, ${values.now}::timestamptz, ${sql.join(personFacts.map(fact))}
    from import_rows as own where ${isInLines('own', values)}
      ${shape.kind === 'bookings' ? sql`and own.outcome = 'new' and own.state = 'waiting'` : sql``}
    order by own.person_key, own.folded_name, own.line
    on conflict (tenant_id, person_key, fold_name(name)) do nothing`;
});

/** Notes on each row the person that it became or was found to be, and what it fills of a known one. */
export const notePeople = statement<Values, object>(
  (_, values) => sql`update import_rows as own set (patient_id, filled, outcome) = (
      select known.id, known.filled, case
        when known.id = ${newPersonId('own', people)} then case when own.outcome = 'household' then 'household' else 'new' end
        when known.filled = '{}' then 'same' else 'changed' end
      from (
        select patients.id, ${filledBy('own', 'patients', values)} as filled from patients
        where ${isNamed('patients', 'own', values.tenantId)} limit 1
      ) as known
    ), state = 'done'
    where ${isInLines('own', values)}`,
);

/** Fills what was not known of people. The first of several rows about one person counts. */
export const fillPeople = statement<Values, object>((_, values) => {
  const fact = (name: string) =>
    sql`coalesce(patients.${sql.ref(name)}, case when ${sql.lit(name)} = any(own.filled) then ${value('own', name, people)} end)`;
  return sql`update patients set ${setFacts(fact)},
      email = case when patients.email = '' and 'email' = any(own.filled) then ${value('own', 'email', people)} else patients.email end
    from (
      select distinct on (own.patient_id) own.patient_id, own.content, own.filled from import_rows as own
      where ${isInLines('own', values)} and own.filled <> '{}' order by own.patient_id, own.line
    ) as own
    where patients.tenant_id = ${values.tenantId}::uuid and patients.id = own.patient_id`;
});
