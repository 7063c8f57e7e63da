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

export interface RequestRow extends NewRequest {
  readonly state: 'pending' | 'confirmed' | 'declined' | 'withdrawn';
  readonly reason: string | null;
  readonly appointment_id: string | null;
  /** The number of the payment by UPI. */
  readonly utr: string | null;
  /** The numbers that it had before that one. */
  readonly former_utrs: readonly string[];
  readonly service_name: string;
  readonly resource_name: string;
}

/** A request as the desk lists it. */
export interface ListedRequest extends RequestRow {
  /** Whether the number of the payment was sent or noted before, with something else. */
  readonly is_known: boolean | null;
  /** The payment that the page takes for the service before it is booked, where this visitor was asked for none; in paise. */
  readonly due_paise: number | null;
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

/**
 * Counts what an email has open that was proven in place of a number: bookings to come whose forms it proved, which
 * are kept until then, and requests that wait of the number that was typed.
 */
export const countOpenOfEmail = statement<OfNumber & { readonly email: string }, { open: number }>(
  (_, values) => sql<{ open: number }>`select ${waiting(values)}
      + (select count(*) from number_proofs join appointments on appointments.tenant_id = ${values.tenantId}
          and appointments.id = number_proofs.appointment_id
        where number_proofs.tenant_id = ${values.tenantId} and channel = 'mail' and sends > 0 and lower(trim(email)) = lower(trim(${values.email}::text))
          and status = 'scheduled' and appointments.appointment_date >= ${values.today}::date)::int as open`,
);

const requestColumns = sql`booking_requests.id, state, booking_requests.service_id, booking_requests.resource_id,
  booking_requests.appointment_date, booking_requests.appointment_time, booking_requests.duration_min,
  booking_requests.price_paise, booking_requests.person_name, contact, note, language, number, asked_at, lapses_at, reason,
  appointment_id, upi_paise, utr, former_utrs, services.name as service_name, resources.name as resource_name`;

const joined = sql`join services on services.tenant_id = booking_requests.tenant_id and services.id = booking_requests.service_id
  join resources on resources.tenant_id = booking_requests.tenant_id and resources.id = booking_requests.resource_id`;

/** Whether a request waits for the business: its time is kept, or its visitor says to have paid. */
const waits = (now: Date) =>
  sql`(state = 'pending' and (utr is not null or upi_paise is null and lapses_at > ${now}))`;

/**
 * Lists the requests since an instant: those that wait by their time, then the others, the latest first. One whose
 * visitor says to have paid is listed until it is answered.
 */
export const listRequestRows = statement<{ since: Date; now: Date; limit: number }, ListedRequest>(
  (_, { tenantId, since, now, limit }) => sql<ListedRequest>`select ${requestColumns},
      booking_requests.state = 'pending' and utr is not null and (
        exists (select from booking_requests as others where others.tenant_id = ${tenantId}
          and others.id <> booking_requests.id
          and (others.utr = booking_requests.utr or booking_requests.utr = any (others.former_utrs)))
        or exists (select from payments where payments.tenant_id = ${tenantId}
          and payments.taken_on > (${since}::timestamptz)::date and payments.reference = booking_requests.utr)) as is_known,
      case when booking_requests.state = 'pending' and upi_paise is null then
        case takes when 'all' then booking_requests.price_paise
          when 'deposit' then least(deposit_paise, booking_requests.price_paise) end
      end as due_paise
    from booking_requests ${joined}
      left join online_service_payments on online_service_payments.tenant_id = ${tenantId}
        and online_service_payments.service_id = booking_requests.service_id
    where booking_requests.tenant_id = ${tenantId} and (upi_paise is null or utr is not null)
      and (asked_at > ${since} or state = 'pending' and utr is not null)
    order by not ${waits(now)},
      case when ${waits(now)} then booking_requests.appointment_date + booking_requests.appointment_time end,
      asked_at desc, booking_requests.id
    limit ${limit}`,
);

export const countPending = statement<{ now: Date }, { pending: number }>(
  (_, { tenantId, now }) => sql<{ pending: number }>`select count(*)::int as pending from booking_requests
    where tenant_id = ${tenantId} and ${waits(now)}`,
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

/** Locks other requests, open or booked, with the number of a payment, also one that they had before. */
export const lockOfUtr = statement<
  { id: string; utr: string },
  {
    readonly id: string;
    readonly state: RequestRow['state'];
    readonly lapses_at: Date;
    readonly number: string;
    readonly utr: string | null;
  }
>(
  (_, { tenantId, id, utr }) => sql<{
    id: string;
    state: RequestRow['state'];
    lapses_at: Date;
    number: string;
    utr: string | null;
  }>`select id, state, lapses_at, number, utr from booking_requests
    where tenant_id = ${tenantId} and (utr = ${utr} or ${utr} = any (former_utrs)) and state in ('pending', 'confirmed')
      and id <> ${id}::uuid order by id for no key update`,
);

/** Keeps the number of its payment, and until when it waits for the business; one that was taken back waits again. */
export const writeUtr = statement<
  { id: string; utr: string; former: readonly string[]; lapsesAt: Date },
  object
>((db, { tenantId, id, utr, former, lapsesAt }) =>
  db
    .updateTable('booking_requests')
    .set({
      utr,
      former_utrs: sql`${former}::text[]`,
      lapses_at: lapsesAt,
      state: 'pending',
      settled_at: null,
      settled_by: null,
    })
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

/**
 * Deletes the requests of all businesses before an instant, but those whose visitor waits for money or a time, and
 * those that became a booking until the link to it ends, for visits since a day: they say that nobody has proven its number.
 */
export const deleteRequestsBefore = statement<{ before: Date; visited: string }, object>(
  (db, { before, visited }) =>
    db
      .deleteFrom('booking_requests')
      .where('asked_at', '<', before)
      .where((row) => row.or([row('state', '<>', 'pending'), row('utr', 'is', null)]))
      .where(
        sql<boolean>`not exists (select from appointments where appointments.tenant_id = booking_requests.tenant_id
          and appointments.id = booking_requests.appointment_id and appointments.appointment_date >= ${visited}::date)`,
      ),
);

/** Reads where a business is told of a request. No row before its setup. */
export const readOwnerAddress = statement<object, { readonly email: string }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('email').where('tenant_id', '=', tenantId),
);
