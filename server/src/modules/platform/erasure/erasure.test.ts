import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { deleteAccount, deletionPhrase } from '@samay/contract/identity/account';
import { deleteTenant, restoreTenant } from '@samay/contract/platform/tenants';
import { writeNote } from '@samay/contract/desk/visits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildPerson } from '../../../../test/fixtures/browser.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import {
  type Calendars,
  connect,
  holder,
  openCalendars,
} from '../../../../test/fixtures/third-parties/calendar.ts';
import { startImport } from '@samay/contract/imports/imports';
import { advanceAll, buildImport, personRow } from '../../../../test/fixtures/imports/imports.ts';
import { buildFactor } from '../../../../test/fixtures/factor.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { snapshot } from '../../../../test/fixtures/rows.ts';
import { buildInvitation, listMemberships } from '../../../../test/fixtures/staff.ts';
import { buildPrescription } from '../../../../test/fixtures/samples/sample-world.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { disconnectCalendar } from '@samay/contract/reach/calendar';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { storedName } from '../../files/index.ts';
import { eraseDeleted } from './erase.ts';
import { keptTables, personTables, tenantTables } from './queries.ts';

// Deleted data is erased on day 30, from every table and every file, and stays erased.

const day = 86_400_000;
/** Part of every text of the erased business. */
const marker = 'Erasmus';

let app: TestApp;
let admin: Client;
let calendars: Calendars;
beforeAll(async () => {
  calendars = await openCalendars();
  app = await testApp({ dependencies: { calendar: calendars.provider } });
  admin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(async () => {
  await app.close();
  await calendars.close();
});

it('covers every table with rows of a business or of a person [I-25, P-8.34, T-2.3]', async () => {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      table: string;
      column: string;
    }>`select relname as "table", attname as "column" from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname in ('tenant_id', 'user_id')
      order by 1`.execute(tx),
  );
  const known: readonly string[] = [...tenantTables, ...keptTables];
  expect(rows.filter(({ table, column }) => column === 'tenant_id' && !known.includes(table))).toEqual([]);
  // The names in books outlast their accounts (P-9.121).
  const ofPeople: readonly string[] = [...personTables, 'platform_admins', 'book_names'];
  expect(rows.filter(({ table, column }) => column === 'user_id' && !ofPeople.includes(table))).toEqual([]);
});

describe('a business', () => {
  it('is complete until day 30, and then erased from every table and file with its people, also those without a booking, and from no other business [I-25]', async () => {
    app.setNow(testNow);
    const neighbour = await buildTenant(app);
    await fill(neighbour, 'Neighbour');
    const tenant = await buildTenant(app);
    const file = await fill(tenant, marker);
    const before = await getLines('Neighbour');
    await remove(tenant);
    app.setNow(at(30 * day - 1));
    expect(await eraseDeleted(app.dependencies)).toEqual({ tenants: 0, people: 0 });
    app.setNow(at(30 * day));
    expect((await eraseDeleted(app.dependencies)).tenants).toBe(1);
    const residual = [...(await getLines(marker)), ...(await getLines(tenant.id))].filter(
      (line) => !line.includes(',tenant,') && !line.startsWith('(tenant,'),
    );
    printInvariant({
      id: 'I-25',
      driver: testEngine,
      n: 1,
      violations: residual.length,
      what: 'rows left of an erased business',
    });
    expect(residual).toEqual([]);
    await expect(app.dependencies.files.read(file)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await getLines('Neighbour')).toEqual(before);
    const ledger = await asPlatform(app, (tx) =>
      tx.selectFrom('erasures').selectAll().where('subject_id', '=', tenant.id).execute(),
    );
    expect(ledger).toEqual([
      {
        kind: 'tenant',
        subject_id: tenant.id,
        deleted_at: new Date(testNow),
        erased_at: new Date(at(30 * day)),
      },
    ]);
    expect(await eraseDeleted(app.dependencies)).toEqual({ tenants: 0, people: 0 });
  });

  it('does not erase invited people who work for another business', async () => {
    app.setNow(testNow);
    const [tenant, elsewhere] = [await buildTenant(app), await buildTenant(app)];
    // Joined with Google long ago: there is no password, and no session is left.
    const person = await buildPerson(app, elsewhere, 'DOCTOR', { passwordHash: null });
    await buildInvitation(app, tenant, person.email);
    await remove(tenant);
    app.setNow(at(30 * day + 1));
    await eraseDeleted(app.dependencies);
    expect(await listMemberships(app, person.id)).toEqual([{ tenant_id: elsewhere.id, role: 'DOCTOR' }]);
  });

  it('does not erase invited people who signed in with Google before, though they belong to no business', async () => {
    app.setNow(testNow);
    const tenant = await buildTenant(app);
    const person = await buildPerson(app, null, undefined, { passwordHash: null });
    await asPlatform(app, (tx) =>
      tx
        .insertInto('identities')
        .values({
          issuer: 'https://idp.example',
          subject: randomUUID(),
          user_id: person.id,
          created_at: app.dependencies.clock(),
        })
        .execute(),
    );
    await buildInvitation(app, tenant, person.email);
    await remove(tenant);
    app.setNow(at(30 * day + 1));
    await eraseDeleted(app.dependencies);
    const kept = await asPlatform(app, (tx) =>
      tx.selectFrom('users').select('id').where('id', '=', person.id).execute(),
    );
    expect(kept).toEqual([{ id: person.id }]);
  });

  it('that was restored in time is not erased', async () => {
    app.setNow(testNow);
    const tenant = await buildTenant(app);
    await fill(tenant, 'Restored');
    await remove(tenant);
    await admin.call(restoreTenant, { params: { id: tenant.id } });
    app.setNow(at(40 * day));
    await eraseDeleted(app.dependencies);
    expect((await getLines('Restored')).length).toBeGreaterThan(3);
  });

  it('that a restored backup contains is erased again, because of the ledger [I-25]', async () => {
    app.setNow(testNow);
    const tenant = await buildTenant(app);
    await remove(tenant);
    app.setNow(at(31 * day));
    await eraseDeleted(app.dependencies);
    await asPlatform(app, (tx) =>
      tx
        .insertInto('tenants')
        .values({ id: tenant.id, name: 'From a backup', status: 'active', deleted_at: null })
        .execute(),
    );
    expect((await eraseDeleted(app.dependencies)).tenants).toBe(1);
    expect(await getLines('From a backup')).toEqual([]);
  });

  it('is erased once by two concurrent runs', async () => {
    app.setNow(testNow);
    const tenant = await buildTenant(app);
    await fill(tenant, 'Twice');
    await remove(tenant);
    app.setNow(at(31 * day));
    const done = await Promise.all([eraseDeleted(app.dependencies), eraseDeleted(app.dependencies)]);
    expect(done.reduce((sum, { tenants }) => sum + tenants, 0)).toBe(1);
  });

  it('is not held up by another one whose files cannot be taken away now [P-15.11]', async () => {
    app.setNow(testNow);
    const [stuck, next] = [await buildTenant(app), await buildTenant(app)];
    await fill(stuck, 'Stuck');
    await fill(next, 'Afterwards');
    for (const tenant of [stuck, next]) await remove(tenant);
    app.setNow(at(31 * day));
    const away = async (name: string) =>
      name.startsWith(stuck.id) ? Promise.reject(new Error('the disk is away')) : undefined;
    await eraseDeleted({ ...app.dependencies, files: { ...app.dependencies.files, remove: away } });
    expect([...(await getLines('Stuck')), ...(await getLines('Afterwards'))]).toEqual([]);
  });
});

it('erases one person and keeps their business, its bookings and its payments [I-25]', async () => {
  app.setNow(testNow);
  const tenant = await buildTenant(app);
  await signInAs(app, tenant, 'BUSINESS_OWNER', { email: 'stays@clinic.example' });
  const goes = await signInAs(app, tenant, 'BUSINESS_ADMIN', {
    email: 'goes@clinic.example',
    name: 'Goes Away',
  });
  await pay(tenant, 'goes@clinic.example', goes.identity?.userId ?? null);
  await pay(await buildTenant(app), 'who-goes@clinic.example', null);
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ email: 'goes@clinic.example' })
      .where('tenant_id', '=', tenant.id)
      .execute(),
  );
  const booking = await buildAppointment(app, tenant, { personName: 'A patient who stays' });
  const practitioner = await buildResource(app, tenant, { member_id: goes.identity?.userId ?? null });
  // Deletes by statements: over several nodes there is no such reference.
  await asOwner(app, (client) =>
    client.query('alter table resources drop constraint if exists resources_member'),
  );
  await goes.call(deleteAccount, { body: { phrase: deletionPhrase } });
  app.setNow(at(30 * day));
  expect(await eraseDeleted(app.dependencies)).toEqual({ tenants: 0, people: 1 });
  // The other address, which ends with the same letters, keeps an order and the provider's event.
  const left = await getLines('goes@clinic.example');
  expect(left.filter((line) => !line.includes('who-goes@clinic.example'))).toEqual([]);
  expect(left).toHaveLength(2);
  expect(await getLines('Goes Away')).toEqual([]);
  expect((await getLines(booking)).length).toBeGreaterThan(0);
  const orders = await asPlatform(app, (tx) =>
    tx.selectFrom('payment_orders').selectAll().where('tenant_id', '=', tenant.id).execute(),
  );
  expect(orders).toMatchObject([
    { email: 'erased', ordered_by: null, amount_paise: 99_900, state: 'granted' },
  ]);
  const profile = await asPlatform(app, (tx) =>
    tx
      .selectFrom('business_profiles')
      .select('email')
      .where('tenant_id', '=', tenant.id)
      .executeTakeFirstOrThrow(),
  );
  expect(profile.email).toBe('stays@clinic.example');
  const { member_id: member } = await asPlatform(app, (tx) =>
    tx.selectFrom('resources').select('member_id').where('id', '=', practitioner).executeTakeFirstOrThrow(),
  );
  expect(member).toBeNull();
});

describe('the access to a calendar at Google', () => {
  it('is revoked when its business is erased, also if a revocation was queued, and Google delays nothing [P-15.10]', async () => {
    app.setNow(testNow);
    const [connected, disconnected] = [await buildTenant(app), await buildTenant(app)];
    for (const tenant of [connected, disconnected]) {
      const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
      await connect(app, tenant, owner);
      if (tenant === disconnected) await owner.call(disconnectCalendar);
      await remove(tenant);
    }
    app.setNow(at(30 * day));
    calendars.setMode('down');
    expect((await eraseDeleted(app.dependencies)).tenants).toBe(2);
    await deliverDue(app.dependencies);
    calendars.setMode('ok');
    expect(await waiting()).toBe(2);
    app.setNow(at(30 * day + 3_600_000));
    await deliverDue(app.dependencies);
    expect([revocations(), await waiting()]).toEqual([4, 0]);
    for (const tenant of [connected, disconnected])
      expect((await getLines(tenant.id)).filter((line) => !line.includes('tenant,'))).toEqual([]);
  });

  it('is given back when the person is erased whose calendar it is, and the business follows none from then on [P-15.10]', async () => {
    app.setNow(testNow);
    const tenant = await buildTenant(app);
    await signInAs(app, tenant, 'BUSINESS_OWNER');
    const goes = await signInAs(app, tenant, 'BUSINESS_OWNER', { email: holder });
    await connect(app, tenant, goes);
    await goes.call(deleteAccount, { body: { phrase: deletionPhrase } });
    app.setNow(at(30 * day));
    const before = revocations();
    expect((await eraseDeleted(app.dependencies)).people).toBe(1);
    await deliverDue(app.dependencies);
    expect(revocations() - before).toBe(1);
    expect(await getLines(holder)).toEqual([]);
  });
});

/** Counts the requests to Google to revoke our access. */
function revocations(): number {
  return calendars.asked().filter((line) => line === 'POST /revoke').length;
}

/** Counts the accesses that are still to be revoked. */
async function waiting(): Promise<number> {
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'calendar.revoke')
      .where('delivered_at', 'is', null)
      .execute(),
  );
  return rows.length;
}

/**
 * Inserts a row into every table that may have one, with the mark in each text; returns the name of
 * its stored file.
 */
async function fill(tenant: BuiltTenant, mark: string): Promise<string> {
  const email = `${mark.toLowerCase()}-${randomUUID()}@people.example`;
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER', { email, name: mark });
  const userId = owner.identity?.userId ?? '';
  const appointment = await buildAppointment(app, tenant, { personName: mark, contact: mark, doctor: mark });
  expect(
    (await owner.call(writeNote, { params: { id: appointment }, body: { text: mark, version: 0 } })).status,
  ).toBe(200);
  // A person without a booking, from a file.
  const rows = [personRow(2, { name: `${mark} Unbooked` })];
  const imported = await buildImport(app, tenant, { rows, by: userId });
  await advanceAll(app);
  await owner.call(startImport, { params: { id: imported } });
  await advanceAll(app);
  expect((await getLines(`${mark} Unbooked`)).length).toBeGreaterThan(1);
  await buildFactor(app, userId);
  const name = storedName(tenant.id, await buildPrescription(app, tenant, appointment));
  await (await app.dependencies.files.receive(Readable.from([Buffer.from(mark)]), 1000)).publish(name);
  await pay(tenant, email, userId);
  const now = new Date(testNow);
  const invited = `${mark.toLowerCase()}-invited-${randomUUID()}@people.example`;
  await asPlatform(app, async (tx) => {
    await tx.updateTable('tenants').set({ name: mark }).where('id', '=', tenant.id).execute();
    await tx.updateTable('business_profiles').set({ email }).where('tenant_id', '=', tenant.id).execute();
    await tx.insertInto('users').values({ email: invited, email_key: invited, full_name: mark }).execute();
    await tx
      .insertInto('invitations')
      .values({
        tenant_id: tenant.id,
        email: invited,
        email_key: invited,
        role: 'DOCTOR',
        created_at: now,
        sent_at: now,
        expires_at: now,
      })
      .execute();
    await tx
      .insertInto('mailed_links')
      .values({
        token_hash: randomUUID(),
        purpose: 'recovery',
        email,
        email_key: email,
        created_at: now,
        expires_at: now,
      })
      .execute();
    const letter = {
      kind: 'mail',
      subject: 'letter',
      next_at: now,
      created_at: now,
      payload: JSON.stringify({ to: email, text: mark }),
    };
    await tx
      .insertInto('outbox')
      .values([
        { ...letter, tenant_id: tenant.id },
        { ...letter, tenant_id: nil },
        {
          ...letter,
          tenant_id: nil,
          kind: 'link',
          subject: 'recovery',
          payload: JSON.stringify({ purpose: 'recovery', email }),
        },
      ])
      .execute();
    await tx
      .insertInto('identities')
      .values({ issuer: 'https://idp.example', subject: randomUUID(), user_id: userId, created_at: now })
      .execute();
  });
  return name;
}

const nil = '00000000-0000-0000-0000-000000000000';

async function pay(tenant: BuiltTenant, email: string, orderedBy: string | null): Promise<void> {
  const [order, now] = [`order_${randomUUID()}`, new Date(testNow)];
  await asPlatform(app, async (tx) => {
    await tx
      .insertInto('payment_orders')
      .values({
        provider_order_id: order,
        kind: 'upgrade',
        email,
        email_key: email,
        business_name: null,
        tenant_id: tenant.id,
        ordered_by: orderedBy,
        plan_id: 'premium',
        amount_paise: 99_900,
        state: 'granted',
        payment_id: `pay_${randomUUID()}`,
        reason: null,
        created_at: now,
        paid_at: now,
      })
      .execute();
    const body = JSON.stringify({ payload: { payment: { entity: { order_id: order, email } } } });
    await tx
      .insertInto('payment_events')
      .values({ event_id: randomUUID(), kind: 'payment.captured', body, received_at: now })
      .execute();
  });
}

async function remove(tenant: BuiltTenant): Promise<void> {
  const { name } = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('name').where('id', '=', tenant.id).executeTakeFirstOrThrow(),
  );
  expect((await admin.call(deleteTenant, { params: { id: tenant.id }, body: { name } })).status).toBe(200);
}

/** Lists the rows of any table but the log that contain a text, in any case. */
async function getLines(text: string): Promise<string[]> {
  return (await snapshot(app)).split('\n').filter((line) => line.toLowerCase().includes(text.toLowerCase()));
}

function at(later: number): string {
  return new Date(Date.parse(testNow) + later).toISOString();
}
