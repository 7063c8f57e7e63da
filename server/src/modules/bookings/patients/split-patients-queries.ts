import { type RawBuilder, sql } from 'kysely';
import { raiseStamp } from '../../../db/change-stamps.ts';
import type { Tx } from '../../../db/tenant.ts';

/** A person of one business. */
export interface Person {
  readonly tenantId: string;
  readonly id: string;
}

/**
 * A booking that names another person than its patient: it moves to the patient of that folded
 * name.
 */
interface Moving {
  readonly tenantId: string;
  readonly bookingId: string;
  readonly heldId: string;
  readonly personKey: string;
  readonly folded: string;
}

/** The next people by key, each with the number of their bookings that name somebody else. */
export async function countOtherNames(
  tx: Tx,
  after: Person,
  most: number,
): Promise<(Person & { others: number })[]> {
  const { rows } = await sql<
    Person & { others: number }
  >`select patients.tenant_id as "tenantId", patients.id, (
      select count(*)::int from appointments
      where appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
        and person_name <> patients.name and fold_name(person_name) <> fold_name(patients.name)
    ) as others
    from patients where (patients.tenant_id, patients.id) > (${after.tenantId}::uuid, ${after.id}::uuid)
    order by patients.tenant_id, patients.id limit ${most}`.execute(tx);
  return rows;
}

/**
 * Moves the bookings of these people that name somebody else to the people whom they name. It locks
 * all bookings before all people, each in key order, as a change of one booking does, so that no
 * deadlock arises.
 */
export async function moveMisnamedBookings(tx: Tx, people: readonly Person[]): Promise<void> {
  // Shorter than PostgreSQL's deadlock_timeout: this step gives up its wait, not a request.
  await sql`select set_config('lock_timeout', '500ms', true)`.execute(tx);
  const moving = await lockBookings(tx, people);
  if (moving.length === 0) return;
  await addPeople(tx, moving);
  await lockPeople(tx, moving);
  await moveBookings(tx, moving);
  await writeAnew(tx, moving);
  await removeEmptied(tx, moving);
  for (const tenantId of new Set(moving.map((row) => row.tenantId))) await raiseStamp(tx, tenantId);
}

/** A booking that changed while this waited for its lock is read in its new state. */
async function lockBookings(tx: Tx, people: readonly Person[]): Promise<Moving[]> {
  const { rows } =
    await sql<Moving>`select appointments.tenant_id as "tenantId", appointments.id as "bookingId",
      appointments.patient_id as "heldId", patients.person_key as "personKey", fold_name(appointments.person_name) as folded
    from unnest(${people.map(({ tenantId }) => tenantId)}::uuid[], ${people.map(({ id }) => id)}::uuid[]) as held (tenant_id, id)
    join patients on patients.tenant_id = held.tenant_id and patients.id = held.id
    join appointments on appointments.tenant_id = held.tenant_id and appointments.patient_id = held.id
    where appointments.person_name <> patients.name and fold_name(appointments.person_name) <> fold_name(patients.name)
    order by appointments.tenant_id, appointments.id
    for no key update of appointments`.execute(tx);
  return rows;
}

/**
 * Locks the people who have the bookings and those who get them. Later statements see what this
 * waited for.
 */
async function lockPeople(tx: Tx, moving: readonly Moving[]): Promise<void> {
  await sql`select patients.id from patients where (patients.tenant_id, patients.id) in (
      select moving.tenant_id, moving.held_id from ${rowsOf(moving)}
      union
      select own.tenant_id, own.id from ${rowsOf(moving)} join patients as own on ${isOwn}
    )
    order by patients.tenant_id, patients.id
    for update`.execute(tx);
}

/**
 * Inserts the people who do not exist. Another transaction may insert them first: then they are
 * used, and locked next, before they are counted.
 */
async function addPeople(tx: Tx, moving: readonly Moving[]): Promise<void> {
  await sql`insert into patients (tenant_id, person_key, name, email, contact, latest_date)
    select distinct on (moving.tenant_id, moving.person_key, moving.folded) moving.tenant_id, moving.person_key, person_name,
      coalesce(person_email, ''), person_contact, appointment_date
    from ${rowsOf(moving)}
    join appointments on appointments.tenant_id = moving.tenant_id and appointments.id = moving.booking_id
    order by moving.tenant_id, moving.person_key, moving.folded, appointments.created_at desc, appointments.reference desc
    on conflict (tenant_id, person_key, fold_name(name)) do nothing`.execute(tx);
}

async function moveBookings(tx: Tx, moving: readonly Moving[]): Promise<void> {
  await sql`update appointments set patient_id = own.id
    from ${rowsOf(moving)} join patients as own on ${isOwn}
    where appointments.tenant_id = moving.tenant_id and appointments.id = moving.booking_id`.execute(tx);
}

/** Sets name, email and contact from the newest of each person's own bookings, and counts them. */
async function writeAnew(tx: Tx, moving: readonly Moving[]): Promise<void> {
  await sql`update patients set name = own.name, email = own.email, contact = own.contact, latest_date = own.latest_date, bookings = own.bookings,
      completed = own.completed, cancelled = own.cancelled, no_shows = own.no_shows, prescriptions = own.prescriptions,
      revenue_paise = own.revenue_paise
    from (
      select tenant_id, patient_id, max(appointment_date) as latest_date,
        (array_agg(person_name order by created_at desc, reference desc))[1] as name,
        coalesce((array_agg(person_email order by created_at desc, reference desc) filter (where person_email is not null))[1], '') as email,
        (array_agg(person_contact order by created_at desc, reference desc) filter (where person_contact is not null))[1] as contact,
        count(*) as bookings, count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where status = 'no_show') as no_shows, count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from appointments
      where (tenant_id, patient_id) in (
        select moving.tenant_id, moving.held_id from ${rowsOf(moving)}
        union
        select moved.tenant_id, moved.patient_id from ${rowsOf(moving)}
          join appointments as moved on moved.tenant_id = moving.tenant_id and moved.id = moving.booking_id
      )
      group by tenant_id, patient_id
    ) as own
    where patients.tenant_id = own.tenant_id and patients.id = own.patient_id`.execute(tx);
}

/** Whom others are shown with stays, without bookings. */
async function removeEmptied(tx: Tx, moving: readonly Moving[]): Promise<void> {
  await sql`update patients set bookings = 0, completed = 0, cancelled = 0, no_shows = 0, prescriptions = 0, revenue_paise = 0
    from ${rowsOf(moving)}
    where patients.tenant_id = moving.tenant_id and patients.id = moving.held_id and not exists (
      select from appointments where appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
    )`.execute(tx);
  await sql`delete from patients using ${rowsOf(moving)}
    where patients.tenant_id = moving.tenant_id and patients.id = moving.held_id and not exists (
      select from appointments where appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
    ) and not exists (
      select from patients as merged where merged.tenant_id = patients.tenant_id and merged.merged_into = patients.id
    )`.execute(tx);
}

const isOwn = sql<boolean>`own.tenant_id = moving.tenant_id and own.person_key = moving.person_key and fold_name(own.name) = moving.folded`;

function rowsOf(moving: readonly Moving[]): RawBuilder<unknown> {
  return sql`unnest(${moving.map((row) => row.tenantId)}::uuid[], ${moving.map((row) => row.bookingId)}::uuid[],
    ${moving.map((row) => row.heldId)}::uuid[], ${moving.map((row) => row.personKey)}::text[], ${moving.map((row) => row.folded)}::text[])
    as moving (tenant_id, booking_id, held_id, person_key, folded)`;
}
