import type { NewAppointment } from '@samay/contract/bookings/appointments';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Appointments } from '../../../db/client/booking-schema.ts';
import { onlyRow, run } from '../../../db/run-statement.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { auditRows, type AuditValues } from '../../audit/index.ts';
import {
  type ClaimAnswer,
  type Claiming,
  claimingParts,
  type ClaimValues,
  givingUpParts,
} from '../../availability/index.ts';
import { hasPlace, type LockedPlan, type PlaceLock } from '../../tenancy/index.ts';
import {
  findPerson,
  keepChanged,
  type Keeps,
  keepsOf,
  nowOf,
  wasOf,
  type WasValues,
} from './keep-queries.ts';
import type { AppointmentChanges, AppointmentRow } from './queries.ts';

/** The columns that the database sets, which a statement that writes a booking answers. */
export interface Written extends ClaimAnswer {
  readonly patient_id: string | null;
  readonly status_set_at: Date | null;
  readonly status_set_by: string | null;
}

const answered = sql`patient_id, status_set_at, status_set_by`;

/** The columns of a new booking, which `insert_appointment` writes (migration 0107). */
type NewColumn =
  | 'id'
  | 'reference'
  | 'person_name'
  | 'person_email'
  | 'person_contact'
  | 'doctor'
  | 'appointment_date'
  | 'appointment_time'
  | 'amount_paise'
  | 'payment_method'
  | 'payment_id'
  | 'service_id'
  | 'service_name'
  | 'duration_min'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'overbooked_reason'
  | 'series_id'
  | 'walk_in'
  | 'arrived_at'
  | 'created_by'
  | 'created_at'
  | 'updated_at';

/** A booking that is made keeps how long it lasts. */
export type NewBooking = Pick<Selectable<Appointments>, NewColumn> & { readonly duration_min: number };
/** What a booking keeps of what it occupies. */
export type KeptColumns = Pick<
  NewBooking,
  | 'service_id'
  | 'service_name'
  | 'duration_min'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'overbooked_reason'
>;
export type PlainBooking = Omit<NewBooking, keyof KeptColumns | 'series_id'>;

/**
 * What a booking is with that claims nothing, and its price; otherwise those of the resource that
 * it gets.
 */
type Unclaimed = { readonly unclaimedResource: string | null; readonly unclaimedPrice: number | null };
/** `booking`: its columns by their names, as JSON. */
type InsertValues = { readonly id: string; readonly booking: string } & AuditValues &
  Omit<LockedPlan, 'held'> &
  Unclaimed &
  Partial<ClaimValues>;
type UpdateValues = AppointmentChanges &
  AuditValues & { readonly id: string } & Partial<ClaimValues> &
  WasValues;
type InsertShape = { readonly held: PlaceLock; readonly claiming: 'nothing' | 'claims' };
type UpdateShape = {
  readonly columns: string;
  readonly claiming: Exclude<Claiming, 'claims'>;
  readonly keeps: Keeps;
};

type Inserting = Omit<InsertValues, 'id' | 'booking' | keyof ClaimValues> & {
  readonly booking: NewBooking;
  readonly held: PlaceLock;
  readonly claims: ClaimValues | undefined;
};

/**
 * Inserts a booking with its claims and its audit row, if the locked plan has a place for it and
 * its time is free. Otherwise the transaction has to be undone: it may have claimed a part of it.
 */
export async function insertBooking(
  tx: Tx,
  work: OfBusiness,
  { held, claims, booking, ...values }: Inserting,
): Promise<Written & { readonly has_place: boolean }> {
  const shape = { held, claiming: claims ? ('claims' as const) : ('nothing' as const) };
  return onlyRow(
    await run(
      tx,
      work,
      writes().insert({ ...values, ...claims, id: booking.id, booking: JSON.stringify(booking) }, shape),
    ),
  );
}

interface Update {
  /** As it is locked. */
  readonly booking: AppointmentRow;
  readonly columns: AppointmentChanges;
  readonly audited: AuditValues;
  /** The claims in place of its own; by default these stay. */
  readonly claims?: ClaimValues | 'gives up' | undefined;
}

/**
 * Changes a locked booking, with its claims and its audit row. A time that is taken writes nothing
 * of it.
 */
export async function updateBooking(
  tx: Tx,
  work: OfBusiness,
  { booking, columns, audited, claims }: Update,
): Promise<Written> {
  const given = typeof claims === 'object' ? claims : {};
  const claiming: UpdateShape['claiming'] =
    claims === undefined ? 'nothing' : claims === 'gives up' ? claims : 'claims again';
  const values = {
    ...columns,
    ...audited,
    ...given,
    ...nowOf(booking, columns),
    ...wasOf(booking),
    id: booking.id,
  };
  const shape = { columns: Object.keys(columns).join(' '), claiming, keeps: keepsOf(columns) };
  return onlyRow(await run(tx, work, writes().update(values, shape)));
}

interface Writes {
  insert(values: InsertValues, shape: InsertShape): Statement<Written & { has_place: boolean }>;
  update(values: UpdateValues, shape: UpdateShape): Statement<Written>;
}

let defined: Writes | undefined;

function writes(): Writes {
  defined ??= define();
  return defined;
}

function define(): Writes {
  return {
    insert: statement<InsertValues, Written & { has_place: boolean }, InsertShape>(
      (_, values, { held, claiming }) => {
        const claims =
          claiming === 'claims' &&
          claimingParts(values as InsertValues & ClaimValues & OfBusiness, { claiming, allowed: placed });
        const occupied = claims
          ? sql`claims_made.resource_id, claims_made.price, claims_made.is_claimed`
          : sql`${values.unclaimedResource}::uuid, ${values.unclaimedPrice}::int, placed.has_place`;
        return sql<
          Written & { has_place: boolean }
        >`with placed as materialized (select ${hasPlace(values, held)} as has_place),
        ${claims ? sql`${claims},` : sql``} written as materialized (
          select made.id, made.patient_id, made.status_set_at, made.status_set_by from ${claims ? sql`claims_made` : sql`placed`}
            cross join lateral insert_appointment(${values.tenantId}::uuid, ${values.booking}::jsonb, ${occupied}) as made
        ), audited as materialized (${auditRows(values, 'written')})
        select has_place, ${claims ? claimed : unclaimed}, ${answered}
        from placed ${claims ? sql`cross join claims_made` : sql``} left join written on true left join audited on true`;
      },
    ),
    update: statement<UpdateValues, Written, UpdateShape>((_, values, { columns, claiming, keeps }) => {
      const again = claiming === 'claims again';
      const changes = columns
        .split(' ')
        .map((name) => setting(name, values[name as keyof AppointmentChanges]));
      if (again) changes.push(sql`resource_id = claims_made.resource_id, price_paise = claims_made.price`);
      const isNamed = keeps === 'person';
      if (isNamed) changes.push(sql`patient_id = named.person`);
      const sources = [...(again ? [sql`claims_made`] : []), ...(isNamed ? [sql`named`] : [])];
      return sql<Written>`with ${claimsBefore(values as UpdateValues & ClaimValues & OfBusiness, claiming)}
        ${isNamed ? sql`named as materialized (select ${findPerson(values)} as person),` : sql``} written as (
          update appointments set ${sql.join(changes)} ${sources.length > 0 ? sql`from ${sql.join(sources)}` : sql``}
          where tenant_id = ${values.tenantId} and appointments.id = ${values.id} ${afterClaims[claiming]}
          returning appointments.id, ${answered}
        ), audited as materialized (${auditRows(values, 'written')})
        select ${again ? claimed : unclaimed}, ${answered} ${keeps === 'nothing' ? sql`` : sql`, ${keepChanged(values)}`}
        from ${again ? sql`claims_made left join written on true left join audited on true` : sql`written cross join audited`}`;
    }),
  };
}

type OfBusiness = { readonly tenantId: TenantId };

/**
 * Lets a booking be written after its claims: a part that nothing refers to runs last, and would
 * lock its units after its person and its tallies.
 */
const afterClaims: Record<UpdateShape['claiming'], RawBuilder<unknown>> = {
  nothing: sql``,
  'gives up': sql`and (select count(*) from freed) >= 0`,
  'claims again': sql`and is_claimed`,
};

const placed = sql`(select has_place from placed)`;
const claimed = sql`place, is_claimed`;
const unclaimed = sql`null::int as place, false as is_claimed`;

function claimsBefore(
  values: UpdateValues & ClaimValues & OfBusiness,
  claiming: UpdateShape['claiming'],
): RawBuilder<unknown> {
  if (claiming === 'nothing') return sql``;
  return sql`${claiming === 'gives up' ? givingUpParts(values) : claimingParts(values, { claiming, allowed: sql`true` })},`;
}

function setting(column: string, value: unknown): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = ${value}`;
}

/**
 * The columns of a new booking but for those of what it occupies. `reference` is unique in the
 * business.
 */
export function newBookingOf(
  booking: NewAppointment,
  { id, reference, createdBy, now }: { id: string; reference: string; createdBy: string | null; now: Date },
): PlainBooking {
  return {
    id,
    reference,
    person_name: booking.personName,
    person_email: booking.personEmail ?? null,
    person_contact: booking.personContact || null,
    doctor: booking.doctor ?? null,
    appointment_date: booking.date,
    appointment_time: booking.time,
    amount_paise: booking.amount ?? null,
    payment_method: booking.paymentMethod || null,
    payment_id: booking.paymentId || null,
    walk_in: booking.walkIn ?? false,
    arrived_at: booking.walkIn ? now : null,
    created_by: createdBy,
    created_at: now,
    updated_at: now,
  };
}
