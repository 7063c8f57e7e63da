import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { sql } from 'kysely';
import { pick, statement } from '../../../db/statement.ts';

/** The time and the person of a new request. */
export interface NewRequest {
  readonly id: string;
  readonly service_id: string;
  readonly resource_id: string;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly duration_min: number;
  readonly price_paise: number | null;
  readonly person_name: string;
  readonly contact: string;
  readonly number: string;
  readonly note: string | null;
  readonly language: Language;
  readonly asked_at: Date;
  readonly lapses_at: Date;
  /** The amount that is paid by UPI before the business sees the request, in paise; null for nothing. */
  readonly upi_paise: number | null;
}

export interface RequestRow extends Omit<NewRequest, 'number'> {
  readonly state: 'pending' | 'confirmed' | 'declined' | 'withdrawn';
  readonly reason: string | null;
  readonly appointment_id: string | null;
  /** The number of the payment by UPI. */
  readonly utr: string | null;
  readonly service_name: string;
  readonly resource_name: string;
}

const newColumns = [
  'id',
  'service_id',
  'resource_id',
  'appointment_date',
  'appointment_time',
  'duration_min',
  'price_paise',
  'person_name',
  'contact',
  'number',
  'note',
  'language',
  'asked_at',
  'lapses_at',
  'upi_paise',
] as const;

export const insertRequest = statement<NewRequest, object>((db, values) =>
  db
    .insertInto('booking_requests')
    .values({ tenant_id: values.tenantId, state: 'pending', ...pick(values, newColumns) }),
);

interface OfNumber {
  readonly number: string;
  readonly now: Date;
  readonly today: string;
}

const waiting = ({ tenantId, number, now, today }: OfNumber & { readonly tenantId: string }) =>
  sql`(select count(*) from booking_requests where tenant_id = ${tenantId} and number = ${number}
    and state = 'pending' and lapses_at > ${now} and appointment_date >= ${today}::date)::int`;

/** Counts the requests that wait of a number that nobody has proven: who typed it learns of no booking. */
export const countWaiting = statement<OfNumber, { open: number }>(
  (_, values) => sql<{ open: number }>`select ${waiting(values)} as open`,
);

/** Counts what a proven number has open: requests that wait, and bookings to come that were made on the page. */
export const countOpen = statement<OfNumber & { readonly contact: string }, { open: number }>(
  // The contact has the number, as it was typed.
  (_, values) => sql<{ open: number }>`select ${waiting(values)}
      + (select count(*) from patients join appointments on appointments.tenant_id = ${values.tenantId}
          and appointments.patient_id = patients.id
        where patients.tenant_id = ${values.tenantId} and patients.person_key = person_key(null::text, ${values.contact}::text)
          and source = 'online' and status = 'scheduled' and appointment_date >= ${values.today}::date)::int as open`,
);

const requestColumns = sql`booking_requests.id, state, booking_requests.service_id, booking_requests.resource_id,
  booking_requests.appointment_date, booking_requests.appointment_time, booking_requests.duration_min,
  booking_requests.price_paise, booking_requests.person_name, contact, note, language, asked_at, lapses_at, reason,
  appointment_id, upi_paise, utr, services.name as service_name, resources.name as resource_name`;

const joined = sql`join services on services.tenant_id = booking_requests.tenant_id and services.id = booking_requests.service_id
  join resources on resources.tenant_id = booking_requests.tenant_id and resources.id = booking_requests.resource_id`;

/** Lists the requests since an instant: those that wait by their time, then the others, the latest first. */
export const listRequestRows = statement<{ since: Date; now: Date; limit: number }, RequestRow>(
  (
    _,
    { tenantId, since, now, limit },
  ) => sql<RequestRow>`select ${requestColumns} from booking_requests ${joined}
    where booking_requests.tenant_id = ${tenantId} and asked_at > ${since} and (upi_paise is null or utr is not null)
    order by state <> 'pending' or lapses_at <= ${now},
      case when state = 'pending' and lapses_at > ${now} then booking_requests.appointment_date + booking_requests.appointment_time end,
      asked_at desc, booking_requests.id
    limit ${limit}`,
);

export const countPending = statement<{ now: Date }, { pending: number }>(
  (_, { tenantId, now }) => sql<{ pending: number }>`select count(*)::int as pending from booking_requests
    where tenant_id = ${tenantId} and state = 'pending' and lapses_at > ${now} and (upi_paise is null or utr is not null)`,
);

export const findRequest = statement<{ id: string }, RequestRow>(
  (_, { tenantId, id }) => sql<RequestRow>`select ${requestColumns} from booking_requests ${joined}
    where booking_requests.tenant_id = ${tenantId} and booking_requests.id = ${id}::uuid`,
);

/** Reads what the link to a request's booking is made of; no row before it is confirmed. */
export const readBooked = statement<{ id: string }, { readonly reference: string; readonly version: number }>(
  (db, { tenantId, id }) =>
    db
      .selectFrom('booking_requests')
      .innerJoin('appointments', 'appointments.id', 'booking_requests.appointment_id')
      .select(['appointments.reference', 'appointments.link_version as version'])
      .where('appointments.tenant_id', '=', tenantId)
      .where('booking_requests.tenant_id', '=', tenantId)
      .where('booking_requests.id', '=', id),
);

/** Finds another request, open or booked, with the number of a payment. */
export const findOfUtr = statement<{ id: string; utr: string }, { readonly id: string }>(
  (db, { tenantId, id, utr }) =>
    db
      .selectFrom('booking_requests')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('utr', '=', utr)
      .where('state', 'in', ['pending', 'confirmed'])
      .where('id', '<>', id),
);

/** Keeps the number of its payment, and until when it waits for the business. */
export const writeUtr = statement<{ id: string; utr: string; lapsesAt: Date }, object>(
  (db, { tenantId, id, utr, lapsesAt }) =>
    db
      .updateTable('booking_requests')
      .set({ utr, lapses_at: lapsesAt })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Locks one request: it is settled once. */
export const lockRequest = statement<{ id: string }, { readonly id: string }>(
  (_, { tenantId, id }) => sql<{ id: string }>`select id from booking_requests
    where tenant_id = ${tenantId} and id = ${id}::uuid for no key update`,
);

interface Settling {
  readonly id: string;
  readonly state: 'confirmed' | 'declined' | 'withdrawn';
  readonly at: Date;
  readonly by: string | null;
  readonly reason: string | null;
  readonly appointmentId: string | null;
}

export const settleRequest = statement<Settling, object>(
  (db, { tenantId, id, state, at, by, reason, appointmentId }) =>
    db
      .updateTable('booking_requests')
      .set({ state, settled_at: at, settled_by: by, reason, appointment_id: appointmentId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Deletes the requests of all businesses before an instant. */
export const deleteRequestsBefore = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('booking_requests').where('asked_at', '<', before),
);

/** Reads where a business is told of a request. No row before its setup. */
export const readOwnerAddress = statement<object, { readonly email: string }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('email').where('tenant_id', '=', tenantId),
);
