import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Two businesses with a row in every table that belongs to one. */
export interface TwoTenants {
  readonly ours: string;
  readonly theirs: string;
}

/** Inserts them as the owner of the tables; `client` keeps its own role. */
export async function fillTwoTenants(client: ClientBase): Promise<TwoTenants> {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  await client.query('begin');
  await client.query('set local role samay_platform');
  for (const tenant of [ours, theirs]) await fillTenant(client, tenant);
  await client.query('commit');
  return { ours, theirs };
}

/** What a role that may write a table at all would write into another business: `$1` is that business, `$2` a fresh id. */
export const foreignWrites: Record<string, string> = {
  appointments: `insert into appointments (tenant_id, id, reference, person_name, person_email, appointment_date, appointment_time)
    values ($1, $2::uuid, $2::uuid::text, 'Planted', 'p@x.example', '2026-11-21', '09:00')`,
  files: `insert into files (tenant_id, id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
    select $1::uuid, $2::uuid, $2::uuid, 'p.png', 'image/png', 1, 's', $2::uuid`,
  idempotency_keys: `insert into idempotency_keys (tenant_id, key, request_hash) values ($1, $2::uuid::text, 'h')`,
  audit_log: `insert into audit_log (tenant_id, id, at, action, object, request_id) values ($1, $2, now(), 'a', 'o', 'r')`,
  audit_waiting: `insert into audit_waiting (tenant_id, audit_id) values ($1, $2)`,
  patients: `insert into patients (tenant_id, id, person_key, name, email, latest_date)
    values ($1, $2::uuid, $2::uuid::text, 'Planted', 'p@x.example', '2026-11-21')`,
  day_tallies: `insert into day_tallies select $1::uuid, '2026-11-22', 1, 0, 0, 0, 0, 0 where $2::uuid is not null`,
  payment_tallies: `insert into payment_tallies select $1::uuid, '2026-11-22', 'UPI', 1, 100 where $2::uuid is not null`,
  tenant_integrations: `insert into tenant_integrations (tenant_id, integration_type, is_connected, updated_at)
    select $1::uuid, 'google_calendar', false, now() where $2::uuid is not null`,
  webhooks: `insert into webhooks (tenant_id, sealed_secret, updated_at) select $1::uuid, '\\x00', now() where $2::uuid is not null`,
  booking_mails: `insert into booking_mails (tenant_id, is_on, updated_at) select $1::uuid, true, now() where $2::uuid is not null`,
  outbox: `insert into outbox (tenant_id, id, kind, subject, payload, next_at, created_at) values ($1, $2, 'k', 's', '{}', now(), now())`,
};

async function fillTenant(client: ClientBase, tenant: string): Promise<void> {
  const [user, booking, file, audit] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await client.query(`insert into users (id, email, email_key) values ($1, $2::text, $2::text)`, [user, `${user}@x.example`]);
  await client.query(`insert into tenants (id, name, status) values ($1, 'Business', 'active')`, [tenant]);
  await client.query(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'DOCTOR')`, [tenant, user]);
  await client.query(`insert into business_profiles (tenant_id, email) values ($1, $2)`, [tenant, `${tenant}@x.example`]);
  await client.query(
    `insert into subscriptions (tenant_id, plan_id, status, billing_cycle_start, billing_cycle_end)
      values ($1, 'basic', 'active', '2026-11-01', '2026-12-01')`,
    [tenant],
  );
  await client.query(
    `insert into invitations (tenant_id, email, email_key, role, created_at, sent_at, expires_at)
      values ($1, 'i@x.example', 'i@x.example', 'DOCTOR', now(), now(), now())`,
    [tenant],
  );
  await client.query(foreignWrites['appointments'] ?? '', [tenant, booking]);
  await client.query(
    `insert into files (tenant_id, id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
      values ($1, $2, $3, 'p.png', 'image/png', 1, 's', $4)`,
    [tenant, file, booking, user],
  );
  for (const table of ['payment_tallies', 'tenant_integrations', 'webhooks', 'booking_mails'])
    await client.query(foreignWrites[table] ?? '', [tenant, audit]);
  await client.query(
    `insert into calendar_events (tenant_id, appointment_id, calendar_id, event_id, written_at) values ($1, $2, 'c', 'e', now())`,
    [tenant, booking],
  );
  await client.query('set local role samay_app');
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenant]);
  for (const table of ['idempotency_keys', 'audit_log', 'outbox']) await client.query(foreignWrites[table] ?? '', [tenant, audit]);
  await client.query('set local role samay_platform');
  await client.query(`insert into audit_chain (tenant_id, position, audit_id, audited_at, hash) values ($1, 1, $2, now(), 'h')`, [
    tenant,
    audit,
  ]);
  await client.query(`insert into integrity_checks (tenant_id, kind) values ($1, 'audit')`, [tenant]);
}
