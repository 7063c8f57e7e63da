import { migrate } from '../src/db/migrate.ts';
import type { EmbeddedDatabase } from '../src/db/database.ts';
import { openEmbedded } from '../src/db/open-embedded.ts';
import { dumpOf } from './embedded-dump.ts';

/** Rows in every table, with what a copy could spoil: microseconds, bytes, quotes, other scripts, nulls, and tables that refer to each other. */
const rows = `
insert into users (id, email, email_key, full_name, created_at) values
  ('00000000-0000-4000-8000-000000000001', 'Ása@x.example', 'ása@x.example', E'Ása "the, {desk}\\\\ \\n NULL', '2026-11-20 10:11:12.123456+05:30'),
  ('00000000-0000-4000-8000-000000000002', 'b@x.example', 'b@x.example', null, '1999-12-31 23:59:59.999999Z');
insert into installation (demo) values (true);
insert into platform_admins values ('00000000-0000-4000-8000-000000000002');
insert into tenants (id, name, status) values ('00000000-0000-4000-8000-00000000000a', 'सिटी केयर', 'active');
insert into memberships (tenant_id, user_id, role)
  values ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', 'BUSINESS_OWNER');
insert into business_profiles (tenant_id, email, business_type, time_slots, operating_days) values
  ('00000000-0000-4000-8000-00000000000a', 'x@x.example', 'doctor', '[{"start_time": "9 AM"}]', array['Monday', 'a "b", {c}', 'NULL']);
insert into sessions (user_id, device_hash, refresh_key, rotated_at, remember, created_at, expires_at)
  values ('00000000-0000-4000-8000-000000000001', 'h', '\\x00ff5c27', now(), true, now(), now());
insert into look_reasons select id, '00000000-0000-4000-8000-00000000000a', 'क्यों', now() from sessions;
update plans set monthly_price_paise = 12345 where id = 'premium';
insert into subscriptions (tenant_id, plan_id, status, billing_cycle_start, billing_cycle_end)
  values ('00000000-0000-4000-8000-00000000000a', 'premium', 'active', '2026-11-01', '2026-12-01');
insert into appointments (tenant_id, id, reference, person_name, person_email, appointment_date, appointment_time, amount_paise)
  select '00000000-0000-4000-8000-00000000000a', ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'booking_' || n,
    'Ünal ' || n, 'p@x.example', date '2026-11-01' + n % 30, time '09:00', nullif(n % 7, 0) * 100
  from generate_series(1, 1234) as n;
insert into files (tenant_id, id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
  values ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-a000-000000000001', '00000000-0000-4000-9000-000000000007',
    'p.pdf', 'application/pdf', 1, 's', '00000000-0000-4000-8000-000000000001');
update appointments set prescription_id = '00000000-0000-4000-a000-000000000001', status = 'completed'
  where id = '00000000-0000-4000-9000-000000000007';
insert into idempotency_keys (tenant_id, key, request_hash, reply)
  values ('00000000-0000-4000-8000-00000000000a', 'k', 'h', '{"id": 12345678901234567890}');
insert into audit_log (tenant_id, at, action, object, request_id)
  values ('00000000-0000-4000-8000-00000000000a', now(), 'a', 'o', 'r');
insert into audit_chain (tenant_id, position, audit_id, audited_at, hash) select tenant_id, 1, id, at, 'h' from audit_log;
insert into audit_adoption (tenant_id, at, audit_id, is_done) select tenant_id, at, id, false from audit_log;
insert into integrity_checks (tenant_id, kind, cursor) select tenant_id, 'audit', '{"part": "links"}' from audit_log;
insert into outbox (tenant_id, kind, subject, payload, next_at, created_at)
  values ('00000000-0000-4000-8000-00000000000a', 'k', 's', '{}', now(), now());
insert into mailed_links (token_hash, purpose, email, email_key, created_at, expires_at) values ('t', 'signup', 'm@x.example', 'm@x.example', now(), now());
insert into invitations (tenant_id, email, email_key, role, created_at, sent_at, expires_at)
  values ('00000000-0000-4000-8000-00000000000a', 'i@x.example', 'i@x.example', 'DOCTOR', now(), now(), now());
insert into identities (issuer, subject, user_id, created_at) values ('https://i.example', '1', '00000000-0000-4000-8000-000000000001', now());
insert into oauth_attempts (state_hash, browser_hash, remember, expires_at) values ('s', 'b', true, now());
insert into second_factors (user_id, sealed_secret, created_at) values ('00000000-0000-4000-8000-000000000001', '\\x00ff5c27', now());
insert into recovery_codes (user_id, code_hash) values ('00000000-0000-4000-8000-000000000001', 'c');
insert into payment_orders (provider_order_id, kind, email, email_key, business_name, plan_id, amount_paise, created_at)
  values ('order_1', 'signup', 'm@x.example', 'm@x.example', 'नया', 'premium', 99900, now());
insert into payment_events (event_id, kind, body, received_at) values ('event_1', 'payment.captured', '{"a": "1.0"}', now());
insert into unplaced_payments (payment_id, order_id, amount_paise, currency, reason, noted_at)
  select 'pay_1', id, 99900, 'INR', 'second_payment', now() from payment_orders;
insert into erasures (kind, subject_id, deleted_at, erased_at) values ('person', '00000000-0000-4000-8000-0000000000ff', now(), now());
insert into tenant_integrations (tenant_id, integration_type, is_connected, integration_data, sealed_token, updated_at)
  values ('00000000-0000-4000-8000-00000000000a', 'google_calendar', true, '{"calendar_id": "c"}', '\\x00ff5c27', now());
insert into calendar_events (tenant_id, appointment_id, calendar_id, event_id, written_at)
  values ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-9000-000000000007', 'c', 'e', now());
insert into webhooks (tenant_id, sealed_secret, updated_at) values ('00000000-0000-4000-8000-00000000000a', '\\x00ff5c27', now());
insert into data_moves (name, cursor, steps, started_at) values ('a move', 'कर्सर', 3, now());
insert into mail_counts (address_hash, scope, period, letters, created_at) values ('h', 'link', '2026-11-21', 2, now());
insert into booking_mails (tenant_id, is_on, updated_at) values ('00000000-0000-4000-8000-00000000000a', true, now());
`;

/** An embedded database in a folder, whose every table has rows. */
export async function openMovingData(directory: string): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ directory, dump: await dumpOf('migrated', migrate) });
  try {
    await database.pool.query(rows);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
