import { type Insertable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import {
  type Compilable,
  deleteRows,
  insertRow,
  type InTenant,
  type QueryBuilder,
  statement,
  updateRows,
} from '../../../db/statement.ts';
import { platform, platformTenant, type TenantId, type Tx } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { eventKind } from '../../../outbox/index.ts';
import { durationOf } from '../../availability/index.ts';

export const type = 'google_calendar' as const;

export interface Integration {
  readonly isConnected: boolean;
  readonly needsReconnect: boolean;
  readonly calendarId: string;
}

export const readIntegration = statement<object, Integration>((db, { tenantId }) =>
  integrations(db, tenantId),
);

export const lockIntegration = statement((db, { tenantId }) => integrations(db, tenantId).forUpdate());

interface Connection {
  readonly data: string;
  readonly encrypted: Buffer;
  readonly now: Date;
}

/** Stores a connection; `data` is its calendar, as JSON. */
export const connectIntegration = statement((db, values: InTenant & Connection) => {
  const changes = {
    is_connected: true,
    needs_reconnect: false,
    integration_data: values.data,
    encrypted_token: values.encrypted,
    updated_at: values.now,
  };
  return db
    .insertInto('tenant_integrations')
    .values({ tenant_id: values.tenantId, integration_type: type, ...changes })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'integration_type']).doUpdateSet(changes));
});

/** Locks and reads the stored token, still encrypted, and its calendar. */
export const lockToken = statement((db, { tenantId }) =>
  db
    .selectFrom('tenant_integrations')
    .select(sql<Buffer>`encrypted_token`.as('encrypted'))
    .select(calendarIdColumn.as('calendarId'))
    .where('tenant_id', '=', tenantId)
    .where('integration_type', '=', type)
    .where('encrypted_token', 'is not', null)
    .forUpdate(),
);

/**
 * Deletes calendar connections and the record of their events, in a platform transaction. Returns
 * the tokens, still encrypted.
 */
export async function forgetCalendars(
  tx: Tx,
  of: { readonly tenantId: string } | { readonly emailKey: string },
  now: Date,
) {
  const emailKey = 'emailKey' in of ? of.emailKey : null;
  // Lists the businesses first, to lock one at a time (decision 0075).
  const tenants = 'tenantId' in of ? [of] : await run(tx, platform, listTenants({ emailKey: of.emailKey }));
  const held: { tenantId: string; encrypted: Buffer }[] = [];
  for (const { tenantId } of tenants) {
    for (const { encrypted } of await run(tx, { tenantId }, lockCalendars({ emailKey })))
      if (encrypted) held.push({ tenantId, encrypted });
    await run(tx, { tenantId }, clearCalendars({ emailKey, now }));
  }
  if (emailKey !== null) await run(tx, platform, deleteEvents({ emailKey }));
  return held;
}

/** Matches the calendars of an address; every calendar without one. */
function isForAddress(emailKey: string | null) {
  return sql<boolean>`(${emailKey}::text is null or lower(${calendarIdColumn}) = ${emailKey})`;
}

const listTenants = statement((db, { emailKey }: { emailKey: string }) =>
  db
    .selectFrom('tenant_integrations')
    .select('tenant_id as tenantId')
    .where(sql`lower(${calendarIdColumn})`, '=', emailKey)
    .orderBy('tenant_id'),
);

const lockCalendars = statement((db, { tenantId, emailKey }: InTenant & { emailKey: string | null }) =>
  db
    .selectFrom('tenant_integrations')
    .select('encrypted_token as encrypted')
    .where('tenant_id', '=', tenantId)
    .where(isForAddress(emailKey))
    .forUpdate(),
);

const clearCalendars = statement(
  (db, { tenantId, emailKey, now }: InTenant & { emailKey: string | null; now: Date }) =>
    db
      .updateTable('tenant_integrations')
      .set({
        is_connected: false,
        needs_reconnect: false,
        encrypted_token: null,
        integration_data: '{}',
        updated_at: now,
      })
      .where('tenant_id', '=', tenantId)
      .where(isForAddress(emailKey)),
);

const deleteEvents = statement((db, { emailKey }: { emailKey: string }) =>
  db.deleteFrom('calendar_events').where(sql<boolean>`lower(calendar_id) = ${emailKey}`),
);

/**
 * Moves a business's pending revocations to the platform's account, since its own effects are
 * deleted with it. The rows are inserted again: a row cannot change its business, which decides its
 * node.
 */
export async function keepRevocations(tx: Tx, tenantId: string) {
  const pending = await run(tx, { tenantId }, takeRevocations({}));
  const kept = pending.map((row) =>
    insertRow('outbox', {
      ...row,
      payload: JSON.stringify(row.payload),
      tenant_id: platformTenant,
      subject: 'erased',
    }),
  );
  await writeTogether(tx, platform, kept);
}

const takeRevocations = statement((db, { tenantId }) =>
  db
    .deleteFrom('outbox')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'calendar.revoke')
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .returning(['id', 'kind', 'payload', 'attempts', 'next_at', 'lease_until', 'last_error', 'created_at']),
);

/** A booking and the calendar connection that it is written to. */
export interface BookingToSync {
  readonly tenantId: string;
  readonly appointmentId: string;
  readonly personName: string;
  readonly startsAt: Date;
  readonly minutes: number;
  /** The doctor or court. */
  readonly place: string | null;
  readonly status: 'scheduled' | 'completed' | 'cancelled' | 'no_show';
  readonly changedAt: Date;
  readonly calendarId: string;
  readonly encrypted: Buffer;
  readonly needsReconnect: boolean;
  /** Whether its event was written to this calendar before. */
  readonly isInCalendar: boolean;
}

/** Reads a booking and its event, for `bookingToSync`. */
export const readBookingToSync = statement<{ appointmentId: string }, BookingRow>(
  (db, { tenantId, appointmentId }) =>
    db
      .selectFrom('appointments')
      .innerJoin('tenant_integrations', 'tenant_integrations.tenant_id', 'appointments.tenant_id')
      .leftJoin('calendar_events', (join) =>
        join
          .onRef('calendar_events.tenant_id', '=', 'appointments.tenant_id')
          .onRef('calendar_events.appointment_id', '=', 'appointments.id')
          .on('calendar_events.calendar_id', '=', calendarIdColumn),
      )
      .leftJoin('resources', (join) =>
        join
          .onRef('resources.tenant_id', '=', 'appointments.tenant_id')
          .onRef('resources.id', '=', 'appointments.resource_id'),
      )
      .select(({ fn }) => fn.coalesce('resources.name', 'doctor').as('place'))
      .select(durationOf(tenantId).as('minutes'))
      .select([
        'appointments.tenant_id as tenantId',
        'appointments.id as appointmentId',
        'person_name as personName',
        'starts_at as startsAt',
        'status',
        'appointments.updated_at as changedAt',
        'needs_reconnect as needsReconnect',
        'encrypted_token as encrypted',
        'calendar_events.event_id as eventId',
        calendarIdColumn.as('calendarId'),
      ])
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.id', '=', appointmentId)
      .where('integration_type', '=', type),
);

interface BookingRow extends Omit<BookingToSync, 'encrypted' | 'isInCalendar'> {
  readonly encrypted: Buffer | null;
  readonly eventId: string | null;
}

/** Presents a booking; undefined if it is deleted or no calendar is connected. */
export function bookingToSync([row]: readonly BookingRow[]): BookingToSync | undefined {
  if (!row?.encrypted) return undefined;
  const { eventId, encrypted, ...booking } = row;
  return { ...booking, encrypted, isInCalendar: eventId !== null };
}

/** Records the event. Returns false, with nothing recorded, if the booking has changed since. */
export async function recordEvent(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { appointmentId, ...written }: BookingToSync,
  event: { readonly eventId: string; readonly now: Date },
) {
  const [booking] = await run(tx, work, lockBooking({ appointmentId }));
  if (!booking) return true;
  if (booking.updated_at.getTime() !== written.changedAt.getTime()) return false;
  const row = { tenant_id: work.tenantId, appointment_id: appointmentId };
  const recorded =
    written.status === 'cancelled'
      ? deleteRows('calendar_events', row)
      : saveEvent({ appointmentId, calendarId: written.calendarId, ...event });
  await run(tx, work, recorded);
  return true;
}

const lockBooking = statement((db, { tenantId, appointmentId }: InTenant & { appointmentId: string }) =>
  db
    .selectFrom('appointments')
    .select('updated_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', appointmentId)
    .forShare(),
);

interface SavedEvent {
  readonly appointmentId: string;
  readonly calendarId: string;
  readonly eventId: string;
  readonly now: Date;
}

const saveEvent = statement((db, values: InTenant & SavedEvent): Compilable<object> => {
  const changes = { calendar_id: values.calendarId, event_id: values.eventId, written_at: values.now };
  return db
    .insertInto('calendar_events')
    .values({ tenant_id: values.tenantId, appointment_id: values.appointmentId, ...changes })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'appointment_id']).doUpdateSet(changes));
});

/** Lists bookings from now on whose event is older than their latest change, soonest first. */
export const listOutdated = statement(
  (db, { tenantId, calendarId, now }: InTenant & { calendarId: string; now: Date }) =>
    db
      .selectFrom('calendar_events')
      .innerJoin('appointments', (join) =>
        join
          .onRef('appointments.tenant_id', '=', 'calendar_events.tenant_id')
          .onRef('appointments.id', '=', 'calendar_events.appointment_id'),
      )
      .select('appointments.id')
      .where('calendar_events.tenant_id', '=', tenantId)
      .where('calendar_id', '=', calendarId)
      .where('starts_at', '>', now)
      .whereRef('appointments.updated_at', '>', 'written_at')
      .where(isNotEnqueued)
      .orderBy('starts_at')
      .orderBy('appointments.id'),
);

/**
 * Lists the bookings among these that have an event in the connected calendar, or one that waits to
 * be connected again, soonest first.
 */
export const listInCalendar = statement(
  (_, { tenantId, ids }: InTenant & { ids: readonly string[] }) => sql<{ id: string }>`
    select appointments.id from appointments
    join calendar_events on calendar_events.tenant_id = appointments.tenant_id and calendar_events.appointment_id = appointments.id
    join tenant_integrations on tenant_integrations.tenant_id = appointments.tenant_id and integration_type = ${type}
      and (is_connected or needs_reconnect) and calendar_events.calendar_id = ${calendarIdColumn}
    where appointments.tenant_id = ${tenantId} and appointments.id = any(${ids}::uuid[])
    order by starts_at, appointments.id`,
);

/**
 * Matches bookings without a pending effect of the calendar, and without an event that may become
 * one.
 */
export const isNotEnqueued = sql<boolean>`not exists (select from outbox where outbox.tenant_id = appointments.tenant_id
  and outbox.subject = appointments.id::text and (outbox.kind like 'calendar.%' or outbox.kind = ${eventKind}) and delivered_at is null and given_up_at is null)`;

export const deleteAttemptsBefore = statement((db, { now }: { now: Date }) =>
  db.deleteFrom('oauth_attempts').where('expires_at', '<', now),
);

/** Deletes an attempt, unless it is one of another browser, expired or used. */
export const consumeAttempt = statement(
  (db, values: { state_hash: string; browser_hash: string; now: Date }) =>
    db
      .deleteFrom('oauth_attempts')
      .where('state_hash', '=', values.state_hash)
      .where('browser_hash', '=', values.browser_hash)
      .where('expires_at', '>', values.now),
);

export const calendarIdColumn = sql<string>`coalesce(tenant_integrations.integration_data ->> 'calendar_id', '')`;

function integrations(db: QueryBuilder, tenantId: TenantId) {
  return db
    .selectFrom('tenant_integrations')
    .select([
      'is_connected as isConnected',
      'needs_reconnect as needsReconnect',
      calendarIdColumn.as('calendarId'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('integration_type', '=', type);
}

export function insertAttempt(attempt: Insertable<Schema['oauth_attempts']>) {
  return insertRow('oauth_attempts', attempt);
}

export function disconnectIntegration(tenantId: TenantId, now: Date) {
  const changes = { is_connected: false, needs_reconnect: false, encrypted_token: null, updated_at: now };
  return updateRows('tenant_integrations', { tenant_id: tenantId, integration_type: type }, changes);
}

/** Records that Google no longer accepts this token; a newer one is kept. */
export function markAccessLost({ tenantId, encrypted }: BookingToSync, now: Date) {
  const held = { tenant_id: tenantId, integration_type: type, encrypted_token: encrypted };
  const changes = { is_connected: false, needs_reconnect: true, updated_at: now };
  return updateRows('tenant_integrations', held, changes);
}
