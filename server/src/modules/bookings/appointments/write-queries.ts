import type { NewAppointment } from '@samay/contract/bookings/appointments';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { BookingEvents, BookingReceiver } from '../../../context/booking-events.ts';
import type { Appointments } from '../../../db/client/schema.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import { auditRows, type AuditValues } from '../../audit/index.ts';
import { hasPlace, type PlaceLock } from '../../tenancy/index.ts';
import type { AppointmentChanges } from './queries.ts';

/** What a statement that writes a booking answers: the columns that triggers set, and the receivers that are turned on. */
export interface Written {
  readonly patient_id: string | null;
  readonly status_set_at: Date | null;
  readonly status_set_by: string | null;
  readonly receivers: BookingReceiver[];
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

/** The statements that write a booking, its audit row with it. They read the receivers of its events, which another module defines. */
interface Writes {
  /** Inserts the booking if the locked plan has a place for it; otherwise writes nothing and answers no row. */
  insert(booking: NewBooking & AuditValues & PlaceOf, shape: { held: PlaceLock }): Statement<Written>;
  update(changes: AppointmentChanges & AuditValues & { readonly id: string }, shape: { columns: string }): Statement<Written>;
}

interface PlaceOf {
  readonly subscriptionId: string;
}

const compiled = new WeakMap<BookingEvents, Writes>();

/** Compiled once for the events that app.ts hands in. */
export function writesWith(events: BookingEvents): Writes {
  const known = compiled.get(events) ?? define(events);
  compiled.set(events, known);
  return known;
}

function define({ receivers }: BookingEvents): Writes {
  return {
    insert: statement<NewBooking & AuditValues & PlaceOf, Written, { held: PlaceLock }>((_, values, { held }) => {
      const { tenantId, subscriptionId, appointment_date: date } = values;
      return sql<Written>`with written as (
          insert into appointments (tenant_id, ${sql.join(newColumns.map((name) => sql.ref(name)))})
          select ${tenantId}, ${sql.join(newColumns.map((name) => values[name]))}
          where ${hasPlace({ tenantId, date, subscriptionId }, held)}
          returning id, ${answered}
        ), audited as (${auditRows(values, 'written')})
        select ${answered}, ${receivers(values)} as receivers from written`;
    }),
    update: statement<AppointmentChanges & AuditValues & { readonly id: string }, Written, { columns: string }>(
      (_, values, { columns }) => {
        const changes = columns.split(' ').map((name) => setting(name, values[name as keyof AppointmentChanges]));
        return sql<Written>`with written as (
          update appointments set ${sql.join(changes)} where tenant_id = ${values.tenantId} and id = ${values.id}
          returning id, ${answered}
        ), audited as (${auditRows(values, 'written')})
        select ${answered}, ${receivers(values)} as receivers from written`;
      },
    ),
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
