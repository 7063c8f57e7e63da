import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { anywhere } from '../../db/keyset.ts';
import type { Tx } from '../../db/tenant.ts';
import { type ListOrder, type Visibility, visible } from '../appointments/index.ts';
import { isRevenue } from '../revenue/index.ts';

interface Shown {
  readonly order: ListOrder;
  readonly visibility: Visibility;
  /** In India. */
  readonly today: string;
}

/** Where a person stands in the list. */
export interface PatientPlace {
  readonly date: string;
  readonly id: string;
}

/** A person with what their bookings add up to, as far as the plan shows these. Paise; times are `HH:MM:SS`. */
export type PatientRow = Awaited<ReturnType<typeof listPatientRows>>[number];

/** Those with a booking that the plan shows; `after` is the place of the row before. */
export async function listPatientRows(
  tx: Tx,
  shown: Shown,
  page: { search: string | undefined; after: PatientPlace | undefined; limit: number },
) {
  return patientsWithSums(tx, shown)
    .where(matching(page.search))
    .where(
      page.after
        ? sql<boolean>`(patients.latest_date, patients.id) < (${page.after.date}::date, ${page.after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('patients.latest_date', 'desc')
    .orderBy('patients.id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function findPatientRow(tx: Tx, shown: Shown, id: string): Promise<PatientRow | undefined> {
  return patientsWithSums(tx, shown).where('patients.id', '=', id).executeTakeFirst();
}

/** One query for a whole page: each person's bookings are found by an index of their own. */
function patientsWithSums(tx: Tx, shown: Shown) {
  return tx
    .selectFrom('patients')
    .innerJoinLateral(
      (builder) => sumsOf(builder, shown).as('sums'),
      (join) => join.onTrue(),
    )
    .select(['patients.id', 'name', 'email', 'contact', 'latest_date', 'bookings', 'completed', 'cancelled', 'no_shows'])
    .select(['prescriptions', 'revenue', 'last_visit', 'next_visit'])
    .where('bookings', '>', 0);
}

function sumsOf(builder: ExpressionBuilder<Schema, 'patients'>, { order, visibility, today }: Shown) {
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  return builder
    .selectFrom('appointments')
    .select([
      sql<number>`count(*)::int`.as('bookings'),
      count(sql`status = 'completed'`).as('completed'),
      count(sql`status = 'cancelled'`).as('cancelled'),
      count(sql`status = 'no_show'`).as('no_shows'),
      count(sql`prescription_id is not null`).as('prescriptions'),
      sql<number>`coalesce(sum(amount_paise) filter (where ${isRevenue}), 0)::bigint`.as('revenue'),
      sql<string | null>`max(appointment_date) filter (where status = 'completed')`.as('last_visit'),
      sql<{ id: string; date: string; time: string } | null>`(array_agg(
        json_build_object('id', appointments.id, 'date', appointment_date, 'time', appointment_time)
        order by appointment_date, appointment_time, appointments.id) filter (where status = 'scheduled' and appointment_date >= ${today}::date))[1]`.as(
        'next_visit',
      ),
    ])
    .whereRef('appointments.patient_id', '=', 'patients.id')
    .whereRef('appointments.tenant_id', '=', 'patients.tenant_id')
    .where(visible(order, visibility));
}

/** Anywhere in name, e-mail or contact, without regard to case. */
function matching(search: string | undefined) {
  if (!search) return sql<boolean>`true`;
  return sql<boolean>`patients.id = any(array(select search_patients(${anywhere(search)})))`;
}
