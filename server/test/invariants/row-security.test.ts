import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, testEngine, type TestDatabase } from '../fixtures/database.ts';
import { asOwner } from '../fixtures/owner.ts';
import { isCitus } from '../fixtures/database/postgres-template.ts';
import { printInvariant } from '../fixtures/invariants/invariant.ts';

// I-11, read from the database's catalogue: an unprotected table, view or function fails here.

/**
 * The names of the applied migrations. They are no data of a business, and every role reads them.
 */
const withoutRowSecurity = ['schema_migrations'];
/** Policies for select only. */
const readOnlyPolicies = ['notice_templates.everyone', 'plans.everyone', 'users.colleagues'];
/** The columns that a stranger's reads see, by table (decision 0159): nothing of people, reasons or figures. */
const shownToGuests: Readonly<Record<string, string>> = {
  business_profiles:
    'address, business_type, cutoff_min, language, map_link, notice_min, telephone, tenant_id',
  claims: 'ends_at, expires_at, resource_id, starts_at, tenant_id',
  former_slugs: 'left_at, slug, tenant_id',
  hour_exceptions: 'ends_at, id, kind, resource_id, starts_at, tenant_id',
  online_booking:
    'hidden_resources, hidden_services, horizon_days, intro, is_on, is_published, mode, open_per_number, refund_percent, refund_rule, shows_prices, tenant_id',
  online_service_payments: 'deposit_paise, service_id, takes, tenant_id',
  price_rules: 'from_time, position, price_paise, resource_id, service_id, tenant_id, to_time, weekdays',
  resources: 'archived_at, created_at, id, name, position, tenant_id, whole_id',
  service_resources: 'resource_id, service_id, tenant_id',
  services:
    'archived_at, buffer_after_min, buffer_before_min, by_every_resource, created_at, duration_min, free_within_days, grid_min, id, name, position, price_paise, priced_per, tenant_id',
  tenants: 'deleted_at, id, name, slug, status',
  weekly_hours: 'closes, id, opens, resource_id, tenant_id, weekday',
};

/**
 * Security-definer functions, each reviewed: sign-in has no tenant yet, and the searches filter by
 * the tenant themselves.
 */
const securityDefiners = [
  'is_colleague',
  'look_up_people',
  'search_bookings',
  'search_patients',
  'sessions_of_requests',
];
/**
 * Tables in which a platform transaction in one business sees and writes only the rows of that
 * business (docs/decisions/0032-contexts-by-actor.md).
 */
const confined = [
  'archives',
  'audit_log',
  'audit_waiting',
  'book_names',
  'invitations',
  'memberships',
  'outbox',
  'resources',
  'services',
  'subscriptions',
  'weekly_hours',
];
/**
 * Tables with this limit for writing only: a super admin's search uses indexes that a policy would
 * exclude.
 */
const confinedInWriting = ['business_profiles', 'tenants'];
/**
 * Tables of businesses that no such transaction uses, and the change stamps: a stamp reveals
 * nothing, and one that is raised needlessly costs a read. A new table belongs in one of the three
 * lists.
 */
const unconfined = [
  'appointments',
  'audit_chain',
  'booking_mails',
  'calendar_events',
  'change_stamps',
  'claims',
  'charges',
  'closing_bookings',
  'closings',
  'credit_dismissals',
  'notice_settings',
  'notice_channels',
  'sms_texts',
  'notices',
  'replies',
  'opt_outs',
  'booking_requests',
  'number_proofs',
  'known_devices',
  'online_orders',
  'online_payments',
  'online_events',
  'online_accounts',
  'online_refunds',
  'former_slugs',
  'online_booking',
  'online_service_payments',
  'day_tallies',
  'discounts',
  'drawer_closes',
  'drawer_entries',
  'drawers',
  'files',
  'hour_exceptions',
  'idempotency_keys',
  'import_rows',
  'imports',
  'integrity_checks',
  'paper_series',
  'paper_settings',
  'papers',
  'patients',
  'payment_tallies',
  'payments',
  'price_rules',
  'service_resources',
  'service_taxes',
  'whatsapp_words',
  'whatsapp_messages',
  'tenant_integrations',
  'visit_notes',
  'webhooks',
];
/** Tables of the platform. A reference to them needs no tenant. */
const platformTables = ['users', 'plans', 'platform_admins', 'sessions', 'installation', 'payment_orders'];

/** The policies with which a stranger's read finds the business of an address. */
const lookedUp: Readonly<Record<string, string>> = {
  former_slugs: '(current_tenant_id() IS NULL)',
  tenants: 'COALESCE((id = current_tenant_id()), (slug IS NOT NULL))',
};

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('forces row security on every table [I-11]', async () => {
  const tables = await rows<{
    name: string;
    enabled: boolean;
    forced: boolean;
  }>(`select relname as name, relrowsecurity as enabled,
    relforcerowsecurity as forced from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
  const unprotected = tables.filter(({ enabled, forced }) => !enabled || !forced).map(({ name }) => name);
  printInvariant({
    id: 'I-11',
    driver: testEngine,
    n: tables.length,
    violations: unprotected.length - withoutRowSecurity.length,
    what: 'tables',
  });
  expect(unprotected).toEqual(withoutRowSecurity);
  expect(tables.length).toBeGreaterThan(15);
});

it('gives every table a policy for reading and for writing [I-11]', async () => {
  const policies = await rows<{
    name: string;
    command: string;
    reads: string | null;
    checks: string | null;
  }>(`select
    tablename || '.' || policyname as name, cmd as command, qual as reads, with_check as checks from pg_policies where schemaname = 'public'`);
  const isByCommand = ({ name }: { name: string }) =>
    confinedInWriting.some((table) => name.startsWith(`${table}.platform`));
  const halves = policies.filter(
    (policy) => (policy.reads === null || policy.checks === null) && !isByCommand(policy),
  );
  const ofGuests = Object.keys(shownToGuests).map((table) => `${table}.guest`);
  expect(halves.map(({ name }) => name).toSorted()).toEqual([...readOnlyPolicies, ...ofGuests].toSorted());
  expect(halves.every(({ command }) => command === 'SELECT')).toBe(true);
  const tables = await rows<{
    name: string;
  }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p') and relrowsecurity`);
  const whole = new Set(
    policies.filter(({ reads, checks }) => reads && checks).map(({ name }) => name.split('.')[0]),
  );
  expect(tables.filter(({ name }) => !whole.has(name))).toEqual([]);
});

it('limits every policy of a business to the rows of its tenant [I-11]', async () => {
  const policies = await rows<{
    name: string;
    reads: string;
    checks: string | null;
  }>(`select tablename || '.' || policyname as name,
    qual as reads, with_check as checks from pg_policies where schemaname = 'public' and 'samay_app' = any(roles) order by 1`);
  for (const { name, reads, checks } of policies.filter(
    (policy) => !readOnlyPolicies.includes(policy.name),
  )) {
    expect([name, /^\((tenant_id|id) = current_tenant_id\(\)\)$/.test(reads)]).toEqual([name, true]);
    expect([name, checks]).toEqual([name, reads]);
  }
  const wide = await rows(`select from pg_policies where schemaname = 'public' and 'public' = any(roles)`);
  expect(wide).toEqual([]);
});

it('has no restrictive policy, which Citus makes permissive on shards [O-4.6]', async () => {
  expect(await rows(`select from pg_policy where not polpermissive`)).toEqual([]);
});

it('has no policy with a subquery, which Citus refuses on a distributed table [O-4.2]', async () => {
  const policies = await rows<{ name: string; text: string }>(`select tablename || '.' || policyname as name,
    concat_ws(' ', qual, with_check) as text from pg_policies where schemaname = 'public'`);
  expect(policies.filter(({ text }) => /select/i.test(text))).toEqual([]);
  expect(policies.length).toBeGreaterThan(30);
});

it('confines a platform transaction in a business to its rows, in the tables that such transactions use [T-2.6]', async () => {
  const policies = await rows<{
    table: string;
    command: string;
    conditions: string[];
  }>(`select tablename as table,
    lower(cmd) as command, array_remove(array[qual, with_check], null) as conditions
    from pg_policies where schemaname = 'public' and roles = '{samay_platform}' and 'true' <> all(array_remove(array[qual, with_check], null))
    order by 1, 2`);
  const pairCommands = (names: string[], commands: string[]) =>
    names.flatMap((name) => commands.map((command) => `${name} ${command}`));
  const expected = [
    ...pairCommands(confined, ['all']),
    ...pairCommands(confinedInWriting, ['insert', 'update', 'delete']),
  ];
  expect(policies.map(({ table, command }) => `${table} ${command}`).toSorted()).toEqual(expected.toSorted());
  for (const { table, command, conditions } of policies) {
    const condition = `COALESCE((${table === 'tenants' ? 'id' : 'tenant_id'} = current_tenant_id()), true)`;
    const count = command === 'all' || command === 'update' ? 2 : 1;
    expect([table, conditions]).toEqual([table, Array(count).fill(condition)]);
  }
  const twice =
    await rows(`select from pg_policies where schemaname = 'public' group by tablename, roles having count(*) > 1
    and not (tablename = any(array['tenants', 'business_profiles']) and roles = '{samay_platform}' and count(*) = 4)`);
  expect(twice).toEqual([]);
  const ofTenants = await rows<{ name: string }>(
    `select tablename as name from pg_policies where policyname = 'tenant' order by 1`,
  );
  expect(ofTenants.map(({ name }) => name)).toEqual(
    [...confined, ...confinedInWriting, ...unconfined].toSorted(),
  );
});

it('has no view that reads with its owner’s rights [I-11]', async () => {
  const views =
    await rows(`select relname from pg_class where relnamespace = 'public'::regnamespace and (relkind = 'm'
    or relkind = 'v' and not coalesce(reloptions @> array['security_invoker=true'], false))
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`);
  expect(views).toEqual([]);
});

it('has three roles that own nothing and do not bypass row security [I-11]', async () => {
  const roles = await rows<{
    name: string;
  }>(`select rolname as name, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolinherit
    from pg_roles where rolname in ('samay_app', 'samay_guest', 'samay_platform') order by 1`);
  const nothing = {
    rolsuper: false,
    rolbypassrls: false,
    rolcanlogin: isCitus,
    rolcreaterole: false,
    rolinherit: false,
  };
  expect(roles).toEqual([
    { name: 'samay_app', ...nothing },
    { name: 'samay_guest', ...nothing },
    { name: 'samay_platform', ...nothing },
  ]);
  const owned = await rows(`select relname from pg_class join pg_roles on pg_roles.oid = relowner
    where relnamespace = 'public'::regnamespace and rolname in ('samay_app', 'samay_guest', 'samay_platform', 'samay_login')`);
  expect(owned).toEqual([]);
});

it('shows strangers what a public page shows, of its business alone, and lets them write nothing [T-2.57]', async () => {
  const columns = await rows<{ name: string; columns: string }>(`select relname as name,
    string_agg(attname, ', ' order by attname) as columns from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relname <> 'schema_migrations'
      and not attisdropped and has_column_privilege('samay_guest', pg_class.oid, attnum, 'select')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') group by 1`);
  expect(Object.fromEntries(columns.map(({ name, columns: seen }) => [name, seen]))).toEqual(shownToGuests);
  const written =
    await rows(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and (has_any_column_privilege('samay_guest', oid, 'insert, update, references')
      or has_table_privilege('samay_guest', oid, 'delete, truncate, trigger'))`);
  expect(written).toEqual([]);
  const functions =
    await rows(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
    and has_function_privilege('samay_guest', oid, 'execute')`);
  expect(functions).toEqual([]);
  const policies = await rows<{
    name: string;
    reads: string;
  }>(`select tablename as name, qual as reads from pg_policies
    where schemaname = 'public' and roles = '{samay_guest}' order by 1`);
  expect(policies.map(({ name }) => name)).toEqual(Object.keys(shownToGuests).toSorted());
  for (const { name, reads } of policies)
    expect([name, reads]).toEqual([name, lookedUp[name] ?? '(tenant_id = current_tenant_id())']);
});

it('has only the reviewed security-definer functions, each with a fixed search path [T-2.8]', async () => {
  const found = await rows<{
    name: string;
    settings: string[] | null;
  }>(`select proname as name, proconfig as settings from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef order by 1`);
  expect(found.map(({ name }) => name)).toEqual(securityDefiners);
  for (const { settings } of found) expect(settings).toContain('search_path=public, pg_temp');
});

it('grants those functions to the named roles only [T-2.8]', async () => {
  const found = await rows<{ name: string; publicly: boolean; app: boolean }>(`select proname as name,
    has_function_privilege('public', pg_proc.oid, 'execute') as publicly, has_function_privilege('samay_app', pg_proc.oid, 'execute') as app
    from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`);
  expect(found.filter(({ publicly }) => publicly)).toEqual([]);
  expect(found.filter(({ app }) => app).map(({ name }) => name)).toEqual(
    securityDefiners.filter((name) => /^(search|look|is)_/.test(name)),
  );
});

it('includes the tenant in every foreign key between tables of businesses [T-2.3]', async () => {
  const references = await rows<{
    name: string;
    source: string;
    target: string;
    own: string[];
    others: string[];
  }>(`select conname as name,
    conrelid::regclass::text as source, confrelid::regclass::text as target,
    (select array_agg(attname::text order by ord) from unnest(conkey) with ordinality k(num, ord)
      join pg_attribute on attrelid = conrelid and attnum = num) as own,
    (select array_agg(attname::text order by ord) from unnest(confkey) with ordinality k(num, ord)
      join pg_attribute on attrelid = confrelid and attnum = num) as others
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_\\d{6}$' order by 1`);
  const between = references.filter(({ target }) => !platformTables.includes(target));
  expect(between.length).toBeGreaterThan(5);
  for (const { name, own, others, target } of between) {
    expect([name, own[0], others[0]]).toEqual([name, 'tenant_id', target === 'tenants' ? 'id' : 'tenant_id']);
  }
});

describe('every table of a business', () => {
  it('has the tenant as its first column and the first part of its primary key [I-11]', async () => {
    const tables = await rows<{ name: string; first: string; key: string }>(`select c.relname as name,
      (select attname::text from pg_attribute where attrelid = c.oid and attnum = 1) as first,
      (select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c join pg_policies p on p.tablename = c.relname and p.policyname = 'tenant' and p.tablename <> 'tenants'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
    expect(tables.length).toBeGreaterThan(7);
    for (const { name, first, key } of tables)
      expect([name, first, key]).toEqual([name, 'tenant_id', 'tenant_id']);
  });
});

async function rows<T extends object>(sql: string): Promise<T[]> {
  return asOwner(test, async (client: ClientBase) => (await client.query<T>(sql)).rows);
}
