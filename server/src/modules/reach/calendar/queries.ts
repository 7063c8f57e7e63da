import { type Expression, type Insertable, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { run } from '../../../db/transaction.ts';
import { type QueryBuilder, statement } from '../../../db/statement.ts';
import { platformTenant, type TenantId, type Tx } from '../../../db/tenant.ts';
import { eventKind } from '../../../outbox/index.ts';
import { durationOf } from '../../availability/index.ts';

export const type = 'google_calendar';

export interface Integration {
  readonly isConnected: boolean;
  readonly needsReconnect: boolean;
  readonly calendarId: string;
}

export const readIntegration = statement<object, Integration>((db, { tenantId }) =>
  integrations(db, tenantId),
);

const readLocked = statement<object, Integration>((db, { tenantId }) =>
  integrations(db, tenantId).forUpdate(),
);

/** Locks the integration for this transaction, and reads it. */
export async function lockIntegration(tx: Tx, tenantId: TenantId) {
  return (await run(tx, { tenantId }, readLocked({})))[0];
}

export async function connectIntegration(
  tx: Tx,
  {
    tenantId,
    calendarId,
    encrypted,
    now,
  }: { tenantId: TenantId; calendarId: string; encrypted: Buffer; now: Date },
) {
  const values = {
    is_connected: true,
    needs_reconnect: false,
    integration_data: JSON.stringify({ calendar_id: calendarId }),
    encrypted_token: encrypted,
    updated_at: now,
  };
  await tx
    .insertInto('tenant_integrations')
    .values({ tenant_id: tenantId, integration_type: type, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'integration_type']).doUpdateSet(values))
    .execute();
}

/** Locks and reads the stored token, still encrypted, and its calendar. */
export async function lockToken(tx: Tx, tenantId: TenantId) {
  const held = await tx
    .selectFrom('tenant_integrations')
    .select(['encrypted_token as encrypted', calendarIdColumn.as('calendarId')])
    .where('tenant_id', '=', tenantId)
    .where('integration_type', '=', type)
    .forUpdate()
    .executeTakeFirst();
  return held?.encrypted ? { encrypted: held.encrypted, calendarId: held.calendarId } : undefined;
}

export async function disconnectIntegration(tx: Tx, tenantId: TenantId, now: Date) {
  await tx
    .updateTable('tenant_integrations')
    .set({ is_connected: false, needs_reconnect: false, encrypted_token: null, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('integration_type', '=', type)
    .execute();
}

/**
 * Deletes calendar connections and the record of their events, in a platform transaction. Returns
 * the tokens, still encrypted.
 */
export async function forgetCalendars(
  tx: Tx,
  of: { readonly tenantId: string } | { readonly emailKey: string },
  now: Date,
) {
  const isTheirs =
    'emailKey' in of ? sql<SqlBool>`lower(${calendarIdColumn}) = ${of.emailKey}` : sql<SqlBool>`true`;
  const tenantIds = 'tenantId' in of ? [of.tenantId] : await listTenants(tx, isTheirs);
  const held: { tenant_id: string; encrypted_token: Buffer | null }[] = [];
  const values = {
    is_connected: false,
    needs_reconnect: false,
    encrypted_token: null,
    integration_data: '{}',
    updated_at: now,
  };
  for (const tenantId of tenantIds) {
    const ofBusiness = sql<SqlBool>`tenant_id = ${tenantId} and ${isTheirs}`;
    held.push(
      ...(await tx
        .selectFrom('tenant_integrations')
        .select(['tenant_id', 'encrypted_token'])
        .where(ofBusiness)
        .forUpdate()
        .execute()),
    );
    await tx.updateTable('tenant_integrations').set(values).where(ofBusiness).execute();
  }
  if ('emailKey' in of)
    await tx
      .deleteFrom('calendar_events')
      .where(sql<boolean>`lower(calendar_id) = ${of.emailKey}`)
      .execute();
  return held.flatMap(({ tenant_id: tenantId, encrypted_token: encrypted }) =>
    encrypted ? [{ tenantId, encrypted }] : [],
  );
}

/** Lists the businesses of these integrations, to lock one at a time (decision 0075). */
async function listTenants(tx: Tx, isTheirs: Expression<SqlBool>) {
  const rows = await tx
    .selectFrom('tenant_integrations')
    .select('tenant_id')
    .where(isTheirs)
    .orderBy('tenant_id')
    .execute();
  return rows.map((row) => row.tenant_id);
}

/**
 * Moves a business's pending revocations to the platform's account, since its own effects are
 * deleted with it. The rows are inserted again: a row cannot change its business, which decides its
 * node.
 */
export async function keepRevocations(tx: Tx, tenantId: string) {
  const pending = await tx
    .deleteFrom('outbox')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'calendar.revoke')
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .returning(['id', 'kind', 'payload', 'attempts', 'next_at', 'lease_until', 'last_error', 'created_at'])
    .execute();
  if (pending.length === 0) return;
  const rows = pending.map((row) => ({
    ...row,
    payload: JSON.stringify(row.payload),
    tenant_id: platformTenant,
    subject: 'erased',
  }));
  await tx.insertInto('outbox').values(rows).execute();
}

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
  { tenantId, appointmentId, ...written }: BookingToSync,
  eventId: string,
  now: Date,
) {
  const booking = await tx
    .selectFrom('appointments')
    .select('updated_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', appointmentId)
    .forShare()
    .executeTakeFirst();
  if (!booking) return true;
  if (booking.updated_at.getTime() !== written.changedAt.getTime()) return false;
  if (written.status === 'cancelled') {
    await tx
      .deleteFrom('calendar_events')
      .where('tenant_id', '=', tenantId)
      .where('appointment_id', '=', appointmentId)
      .execute();
    return true;
  }
  const values = { calendar_id: written.calendarId, event_id: eventId, written_at: now };
  await tx
    .insertInto('calendar_events')
    .values({ tenant_id: tenantId, appointment_id: appointmentId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'appointment_id']).doUpdateSet(values))
    .execute();
  return true;
}

/** Records that Google no longer accepts this token; a newer one is kept. */
export async function markAccessLost(tx: Tx, { tenantId, encrypted }: BookingToSync, now: Date) {
  await tx
    .updateTable('tenant_integrations')
    .set({ is_connected: false, needs_reconnect: true, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('integration_type', '=', type)
    .where('encrypted_token', '=', encrypted)
    .execute();
}

/** Lists bookings from now on whose event is older than their latest change, soonest first. */
export async function listOutdated(tx: Tx, tenantId: TenantId, calendarId: string, now: Date) {
  const rows = await tx
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
    .orderBy('appointments.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists the bookings among these that have an event in the connected calendar, or one that waits to
 * be connected again, soonest first.
 */
export async function listInCalendar(tx: Tx, tenantId: TenantId, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`select appointments.id from appointments
    join calendar_events on calendar_events.tenant_id = appointments.tenant_id and calendar_events.appointment_id = appointments.id
    join tenant_integrations on tenant_integrations.tenant_id = appointments.tenant_id and integration_type = ${type}
      and (is_connected or needs_reconnect) and calendar_events.calendar_id = ${calendarIdColumn}
    where appointments.tenant_id = ${tenantId} and appointments.id = any(${ids}::uuid[])
    order by starts_at, appointments.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Matches bookings without a pending effect of the calendar, and without an event that may become
 * one.
 */
export const isNotEnqueued = sql<boolean>`not exists (select from outbox where outbox.tenant_id = appointments.tenant_id
  and outbox.subject = appointments.id::text and (outbox.kind like 'calendar.%' or outbox.kind = ${eventKind}) and delivered_at is null and given_up_at is null)`;

export async function insertAttempt(tx: Tx, attempt: Insertable<Schema['oauth_attempts']>) {
  await tx.insertInto('oauth_attempts').values(attempt).execute();
}

export async function deleteAttemptsBefore(tx: Tx, now: Date) {
  await tx.deleteFrom('oauth_attempts').where('expires_at', '<', now).execute();
}

/** Deletes an attempt; returns false for one of another browser, expired or used. */
export async function consumeAttempt(
  tx: Tx,
  hashes: { state_hash: string; browser_hash: string },
  now: Date,
) {
  const { numDeletedRows } = await tx
    .deleteFrom('oauth_attempts')
    .where('state_hash', '=', hashes.state_hash)
    .where('browser_hash', '=', hashes.browser_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

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
