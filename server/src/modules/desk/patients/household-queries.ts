import { type TenantId } from '../../../db/tenant.ts';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import { sql, type RawBuilder } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { owesMoney, owedPaise } from '../../bookings/index.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import {
  factColumns,
  isReached,
  isShownWith,
  selectFacts,
  selectFamily,
  shownAs,
  selectAdvance,
} from '../../people/index.ts';

const mostShown = 20;

export interface HouseholdRow extends PersonFacts {
  readonly id: string;
  readonly name: string;
  readonly last_visit: string | null;
}

/**
 * Lists the other people with the number of a person, or of one of those shown with them, who have
 * a booking that the plan shows, or none and are kept, or money.
 */
export const listHousehold = shownStatement<{ id: string }, HouseholdRow>(
  (_, { order, visibility }, { tenantId, id }) => {
    const shown = sql`appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id and ${visible(order, visibility)}`;
    return sql<HouseholdRow>`with ${withOthers(tenantId, id)}, household as (
      select patients.id, patients.name, patients.latest_date,
        ${factColumns('patients')} from others
      join patients on patients.tenant_id = ${tenantId}::uuid and patients.id = others.id
      where ${isReached(tenantId, 'patients', visible(order, visibility))}
      order by patients.latest_date desc, patients.id limit ${sql.lit(mostShown)}
    )
    select household.id, household.name, ${selectFacts(tenantId, 'household')}, (
      select max(latest.day) from ${selectFamily(tenantId, 'household')} cross join lateral (
        select appointment_date as day from appointments where ${shown} and status = 'completed' order by appointment_date desc limit 1
      ) as latest
    ) as last_visit
    from household order by household.latest_date desc, household.id`;
  },
);

/**
 * Selects the other people with the number of a person, or of one of those shown with them, as a
 * table `others`.
 */
function withOthers(tenantId: TenantId, id: string): RawBuilder<unknown> {
  return sql`person as materialized (
      select ${shownAs('patients')} as id from patients where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
    ), others as (
      select distinct ${shownAs('same')} as id
      from person cross join lateral ${selectFamily(tenantId, 'person')}
      join patients as own on own.tenant_id = ${tenantId}::uuid and own.id = family.id
      join patients as same on same.tenant_id = ${tenantId}::uuid and same.person_key = own.person_key
      where ${shownAs('same')} <> person.id
    )`;
}

export interface MergeRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly contact: string | null;
  readonly merged_at: Date;
}

/** Lists those merged into a person who have a booking that the plan shows, or none and are kept, or money, latest first. */
export const listMerges = shownStatement<{ id: string }, MergeRow>(
  (
    _,
    { order, visibility },
    { tenantId, id },
  ) => sql<MergeRow>`select merged.id, merged.name, merged.email, merged.contact, merged.merged_at
    from patients as named
    join patients as merged on merged.tenant_id = ${tenantId}::uuid and merged.merged_into = ${shownAs('named')}
    where named.tenant_id = ${tenantId}::uuid and named.id = ${id}::uuid
      and ${isReached(tenantId, 'merged', visible(order, visibility))}
    order by merged.merged_at desc, merged.id`,
);

export interface OwingRow {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly due: number;
  readonly amount: number | null;
}

interface Owing {
  readonly id: string;
  readonly today: string;
  readonly limit: number;
}

const owingColumns = sql`appointments.id, appointment_date as date, appointment_time as time,
  ${owedPaise} as due, amount_paise as amount`;

/** Lists the bookings up to today of a person, and of those shown with them, that owe money. */
export const listOwing = shownStatement<Owing, OwingRow>(
  (_, { order, visibility }, { tenantId, id, today, limit }) => sql<OwingRow>`
    select ${owingColumns} from appointments
    where tenant_id = ${tenantId} and appointment_date <= ${today}::date and ${owesMoney}
      and patient_id in (select patients.id from patients
        where patients.tenant_id = ${tenantId} and ${isShownWith(tenantId, sql`${id}::uuid`)})
      and ${visible(order, visibility)}
    order by appointment_date, appointment_time, id limit ${limit}`,
);

export interface HouseholdOwingRow extends OwingRow {
  readonly person_name: string;
}

/** Lists the bookings up to today of the others with the number of a person that owe money. */
export const listHouseholdOwing = shownStatement<Owing, HouseholdOwingRow>(
  (_, { order, visibility }, { tenantId, id, today, limit }) => sql<HouseholdOwingRow>`
    with ${withOthers(tenantId, id)}
    select ${owingColumns}, shown.name as person_name
    from others join patients as shown on shown.tenant_id = ${tenantId}::uuid and shown.id = others.id
    cross join lateral ${selectFamily(tenantId, 'shown')}
    join appointments on appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id
    where appointment_date <= ${today}::date and ${owesMoney} and ${visible(order, visibility)}
    order by appointment_date, appointment_time, appointments.id limit ${limit}`,
);

/** Sums the advances of a person and of those shown with them. One row. */
export const sumAdvanceOf = statement<{ id: string }, { advance: number }>((_, { tenantId, id }) =>
  selectAdvance(tenantId, sql`${id}::uuid`),
);
