import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { personFacts } from './queries.ts';

/**
 * Selects the ids of a person and of those who were merged into them, as a table `family`: their
 * bookings are shown together. A booking's `patient_id` is always the person that it names
 * (decision 0055). `person` is the name of a table of people.
 */
export function selectFamily(tenantId: TenantId, person: string): RawBuilder<unknown> {
  return sql`(select ${sql.ref(person)}.id union all select merged.id from patients as merged
    where merged.tenant_id = ${tenantId}::uuid and merged.merged_into = ${sql.ref(person)}.id) as family (id)`;
}

/**
 * Selects the id of the person that a person is shown with: their own, or that of the person they
 * were merged into. It is a `case`, because a comparison with `coalesce` under row security cannot
 * use its index: PostgreSQL does not consider that leakproof.
 */
export function shownAs(person: string): RawBuilder<string> {
  const [id, into] = [sql.ref(`${person}.id`), sql.ref(`${person}.merged_into`)];
  return sql<string>`(case when ${into} is null then ${id} else ${into} end)`;
}

/**
 * Matches a person and those shown with them, in a table `patients`. `person` is any of their ids.
 */
export function isShownWith(tenantId: TenantId, person: RawBuilder<unknown>): RawBuilder<boolean> {
  const root = sql`(select ${shownAs('own')} from patients as own where own.tenant_id = ${tenantId} and own.id = ${person})`;
  return sql<boolean>`(patients.id = ${root} or patients.merged_into = ${root})`;
}

/** Sums the advances of a person and of those shown with them. One row. */
export function selectAdvance(tenantId: TenantId, person: RawBuilder<unknown>) {
  return sql<{
    advance: number;
  }>`select coalesce(sum(patients.advance_paise), 0)::bigint as advance from patients
    where patients.tenant_id = ${tenantId} and ${isShownWith(tenantId, person)}`;
}

/** Selects the id of the person that a booking names. */
export function selectPerson(tenantId: TenantId, bookingId: string): RawBuilder<unknown> {
  return sql`(select visit.patient_id from appointments as visit
    where visit.tenant_id = ${tenantId} and visit.id = ${bookingId})`;
}

/**
 * Selects the facts about a person, each as that of the last one merged into them who has it if
 * they lack it.
 */
export function selectFacts(tenantId: TenantId, person: string): RawBuilder<unknown> {
  return sql.join(personFacts.map((fact) => selectFact(tenantId, person, fact)));
}

function selectFact(tenantId: TenantId, person: string, fact: string): RawBuilder<unknown> {
  const [id, own, merged] = [
    sql.ref(`${person}.id`),
    sql.ref(`${person}.${fact}`),
    sql.ref(`merged.${fact}`),
  ];
  return sql`coalesce(${own}, (select ${merged} from patients as merged where merged.tenant_id = ${tenantId}::uuid
    and merged.merged_into = ${id} and ${merged} is not null order by merged.merged_at desc limit 1)) as ${sql.ref(fact)}`;
}

/**
 * Matches a person with a booking that is shown, of their own or of those shown with them. Without
 * any booking at all, one with money, and one who is kept, such as an imported one. `visible` is a
 * condition on `appointments`.
 */
export function isReached(
  tenantId: TenantId,
  person: string,
  visible: Expression<SqlBool>,
): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from ${selectFamily(tenantId, person)} join appointments
      on appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id and ${visible})
    or (select sum(own.bookings) = 0 and (sum(own.advance_paise) > 0 or bool_or(own.kept_since is not null))
      from ${selectFamily(tenantId, person)}
      join patients as own on own.tenant_id = ${tenantId}::uuid and own.id = family.id))`;
}
