import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import type { AppointmentChanges, AppointmentRow } from './queries.ts';

// People and tallies follow from bookings. Whoever writes one calls these in the statement that
// does (decision 0074).

/** What people and tallies follow from. */
export interface Kept {
  readonly person_name: string;
  readonly person_email: string | null;
  readonly person_contact: string | null;
  readonly appointment_date: string;
  /** Scheduled where it is not given. */
  readonly status?: string | undefined;
  readonly amount_paise: number | null;
  readonly payment_method: string | null;
}

type OfBusiness = { readonly tenantId: TenantId };

/** For a new booking: finds or adds the person whom it names, counts it, and is the person's id. */
export function keepAdded(tenantId: string, booking: Kept): RawBuilder<string> {
  const {
    person_name,
    person_email,
    person_contact,
    appointment_date,
    status,
    amount_paise,
    payment_method,
  } = booking;
  return sql<string>`keep_added(${tenantId}::uuid, ${person_name}::text, ${person_email}::text, ${person_contact}::text,
    ${appointment_date}::date, ${status ?? sql`'scheduled'`}::text, ${amount_paise}::int, ${payment_method}::text, false)`;
}

/**
 * What a change of a booking asks for: nothing, its tallies and the dates of its person, or another
 * person.
 */
export type Keeps = 'nothing' | 'tallies' | 'person';

const ofPerson = ['person_name', 'person_email', 'person_contact'] as const;
const ofTallies = [
  'appointment_date',
  'status',
  'amount_paise',
  'payment_method',
  'prescription_id',
] as const;

export function keepsOf(columns: AppointmentChanges): Keeps {
  if (ofPerson.some((name) => name in columns)) return 'person';
  return ofTallies.some((name) => name in columns) ? 'tallies' : 'nothing';
}

/** Whom a changed booking names. */
export interface NowValues {
  readonly nowName: string;
  readonly nowEmail: string | null;
  readonly nowContact: string | null;
  readonly nowDate: string;
}

/** A booking's columns from which people and tallies follow. */
type KeptRow = Pick<
  AppointmentRow,
  'patient_id' | 'person_name' | 'person_email' | 'person_contact' | 'appointment_date' | 'status'
> &
  Pick<AppointmentRow, 'amount_paise' | 'payment_method' | 'prescription_id'>;

export function nowOf(booking: KeptRow, columns: AppointmentChanges): NowValues {
  const now = { ...booking, ...(columns as Partial<KeptRow>) };
  return {
    nowName: now.person_name,
    nowEmail: now.person_email,
    nowContact: now.person_contact,
    nowDate: now.appointment_date,
  };
}

/** A booking as it was locked. */
export interface WasValues extends NowValues {
  readonly wasPerson: string | null;
  readonly wasName: string;
  readonly wasEmail: string | null;
  readonly wasContact: string | null;
  readonly wasDate: string;
  readonly wasStatus: string;
  readonly wasAmount: number | null;
  readonly wasMethod: string | null;
  readonly wasPrescribed: boolean;
}

export function wasOf(booking: KeptRow): Omit<WasValues, keyof NowValues> {
  return {
    wasPerson: booking.patient_id,
    wasName: booking.person_name,
    wasEmail: booking.person_email,
    wasContact: booking.person_contact,
    wasDate: booking.appointment_date,
    wasStatus: booking.status,
    wasAmount: booking.amount_paise,
    wasMethod: booking.payment_method,
    wasPrescribed: booking.prescription_id !== null,
  };
}

/** Whom a booking names once it is written, before it is. */
export function findPerson({
  tenantId,
  wasPerson,
  nowName,
  nowEmail,
  nowContact,
  nowDate,
}: WasValues & OfBusiness): RawBuilder<string> {
  return sql<string>`find_person(${tenantId}::uuid, ${wasPerson}::uuid, ${nowName}::text, ${nowEmail}::text, ${nowContact}::text,
    ${nowDate}::date)`;
}

/**
 * For a booking that is written, from what it was before: its people and tallies as it is now. Null
 * where it was not written.
 */
export function keepChanged(
  was: WasValues & OfBusiness,
  booking: RawBuilder<unknown> = sql`id`,
): RawBuilder<unknown> {
  return sql`case when ${booking} is not null then keep_changed(${was.tenantId}::uuid, ${booking}, ${was.wasPerson}::uuid, ${was.wasName}::text,
    ${was.wasEmail}::text, ${was.wasContact}::text, ${was.wasDate}::date, ${was.wasStatus}::text, ${was.wasAmount}::int, ${was.wasMethod}::text,
    ${was.wasPrescribed}::boolean) end as kept`;
}
