import type { NewAppointment } from '@samay/contract/bookings/appointments';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Appointments } from '../../../db/client/schema.ts';
import { run } from '../../../db/run-statement.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { auditRows, type AuditValues } from '../../audit/index.ts';
import { hasPlace, type LockedPlan, type PlaceLock } from '../../tenancy/index.ts';
import type { AppointmentChanges } from './queries.ts';

/** What a statement that writes a booking answers: the columns that triggers set, and the receivers that are turned on. */
export interface Written {
  readonly patient_id: string | null;
  readonly status_set_at: Date | null;
  readonly status_set_by: string | null;
  readonly receivers: string[];
}

const answered = sql`patient_id, status_set_at, status_set_by`;

/** The columns of a new booking. */
const newColumns = [
  'id',
  'reference',
  'person_name',
  'person_email',
  'person_contact',
  'doctor',
  'appointment_date',
  'appointment_time',
  'amount_paise',
  'payment_method',
  'payment_id',
  'created_by',
  'created_at',
  'updated_at',
] as const satisfies (keyof Appointments)[];

export type NewBooking = Pick<Selectable<Appointments>, (typeof newColumns)[number]>;

/** Selects the receivers of booking events; another module defines it (context/booking-events.ts). */
type Receivers = (business: { readonly tenantId: TenantId }) => RawBuilder<string[]>;

/** The business with the receivers of its booking events. */
export interface Writing {
  readonly tenantId: TenantId;
  readonly dependencies: { readonly bookingEvents: { readonly receivers: Receivers } };
}

type InsertValues = NewBooking & AuditValues & Omit<LockedPlan, 'held'>;
type UpdateValues = AppointmentChanges & AuditValues & { readonly id: string };

/** Inserts a booking with its audit row, if the locked plan has a place for it; otherwise writes nothing and returns undefined. */
export async function insertBooking(
  tx: Tx,
  work: Writing,
  { held, ...values }: InsertValues & { held: PlaceLock },
): Promise<Written | undefined> {
  return (await run(tx, work, writesWith(work).insert(values, { held })))[0];
}

/** Changes a locked booking, with its audit row. */
export async function updateBooking(
  tx: Tx,
  work: Writing,
  { id, columns, audited }: { readonly id: string; readonly columns: AppointmentChanges; readonly audited: AuditValues },
): Promise<Written | undefined> {
  const values = { ...columns, ...audited, id };
  return (await run(tx, work, writesWith(work).update(values, { columns: Object.keys(columns).join(' ') })))[0];
}

interface Writes {
  insert(values: InsertValues, shape: { held: PlaceLock }): Statement<Written>;
  update(values: UpdateValues, shape: { columns: string }): Statement<Written>;
}

/** Compiled once for the receivers that app.ts hands in. */
const compiled = new WeakMap<Receivers, Writes>();

function writesWith({ dependencies }: Writing): Writes {
  const { receivers } = dependencies.bookingEvents;
  const known = compiled.get(receivers) ?? define(receivers);
  compiled.set(receivers, known);
  return known;
}

function define(receivers: Receivers): Writes {
  return {
    insert: statement<InsertValues, Written, { held: PlaceLock }>((_, values, { held }) => {
      return sql<Written>`with written as (
          insert into appointments (tenant_id, ${sql.join(newColumns.map((name) => sql.ref(name)))})
          select ${values.tenantId}, ${sql.join(newColumns.map((name) => values[name]))}
          where ${hasPlace(values, held)}
          returning id, ${answered}
        ), audited as (${auditRows(values, 'written')})
        select ${answered}, ${receivers(values)} as receivers from written`;
    }),
    update: statement<UpdateValues, Written, { columns: string }>((_, values, { columns }) => {
      const changes = columns.split(' ').map((name) => setting(name, values[name as keyof AppointmentChanges]));
      return sql<Written>`with written as (
          update appointments set ${sql.join(changes)} where tenant_id = ${values.tenantId} and id = ${values.id}
          returning id, ${answered}
        ), audited as (${auditRows(values, 'written')})
        select ${answered}, ${receivers(values)} as receivers from written`;
    }),
  };
}

function setting(column: string, value: unknown): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = ${value}`;
}

/** The columns of a new booking. `reference` is unique in the business. */
export function newBookingOf(
  booking: NewAppointment,
  { id, reference, createdBy, now }: { id: string; reference: string; createdBy: string | null; now: Date },
): NewBooking {
  return {
    id,
    reference,
    person_name: booking.personName,
    person_email: booking.personEmail,
    person_contact: booking.personContact || null,
    doctor: booking.doctor ?? null,
    appointment_date: booking.date,
    appointment_time: booking.time,
    amount_paise: booking.amount ?? null,
    payment_method: booking.paymentMethod || null,
    payment_id: booking.paymentId || null,
    created_by: createdBy,
    created_at: now,
    updated_at: now,
  };
}
