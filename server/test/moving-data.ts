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
insert into outbox (tenant_id, kind, subject, payload, next_at, created_at)
  values ('00000000-0000-4000-8000-00000000000a', 'k', 's', '{}', now(), now());
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
