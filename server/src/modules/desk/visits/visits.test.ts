import { randomUUID } from 'node:crypto';
import { getVisit, longestNote, type Visit, writeNote } from '@samay/contract/desk/visits';
import { listPatientHistory } from '@samay/contract/desk/visits';
import { Role } from '@samay/contract/core/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { readAudit, rowVersions, snapshot } from '../../../../test/fixtures/rows.ts';
import { everyEndpoint } from '../../../../test/fixtures/samples.ts';
import type { Sample } from '../../../../test/fixtures/samples/sample.ts';
import { buildPrescription, sampleFor } from '../../../../test/fixtures/samples/sample-world.ts';
import { asPlatform, inTenant, inTenantAsPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let doctor: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  doctor = await signInAs(app, clinic, 'DOCTOR');
});

const fetchVisit = async (id: string, client = doctor) => client.send(getVisit, { params: { id } });
const read = async (id: string) => (await fetchVisit(id)).body as Visit;
const write = async (id: string, text: string, version: number, client = doctor) =>
  client.send(writeNote, { params: { id }, body: { text, version } });

describe('a visit', () => {
  it('has the last three visits before it with notes and prescriptions, and the next booking [P-8.28]', async () => {
    const built = async (date: string, about: object = {}) =>
      buildAppointment(app, clinic, { date, status: 'completed', ...about });
    await built('2026-08-03');
    const last = {
      noted: await built('2026-09-01', { status: 'no_show' }),
      prescribed: await built('2026-10-05', { status: 'scheduled' }),
    };
    const earlierToday = await built('2026-11-21', { time: '09:30' });
    // These are no visits: cancelled, missed, to come, and of another person with the same number.
    await write(await built('2026-11-02', { status: 'cancelled' }), 'Cancelled by telephone', 0);
    await built('2026-11-03', { status: 'no_show' });
    await built('2026-11-04', { status: 'scheduled' });
    await built('2026-11-05', { personName: 'Ravi Joshi' });
    const present = await built('2026-11-21', { status: 'scheduled' });
    await built('2026-11-30', { status: 'cancelled' });
    await built('2026-12-20', { status: 'scheduled' });
    const next = await built('2026-12-05', { status: 'scheduled', time: '17:15' });
    await buildPrescription(app, clinic, last.prescribed);
    await write(last.noted, 'Called, comes next week', 0);
    await write(present, 'Fever', 0);

    expect(await read(present)).toMatchObject({
      appointment: { id: present, personName: 'Meera Joshi' },
      note: { text: 'Fever', version: 1, writtenAt: testNow },
      mayWriteNote: true,
      earlier: [
        { id: earlierToday, note: null, prescription: null },
        {
          id: last.prescribed,
          prescription: { mediaType: 'image/png' },
          may: expect.arrayContaining(['viewPrescription']),
        },
        { id: last.noted, note: 'Called, comes next week', status: 'no_show' },
      ],
      hasMore: true,
      next: { id: next, date: '2026-12-05', time: '17:15', doctor: 'Dr. Rao' },
    });
    // An emptied note makes no visit of a missed booking.
    await write(last.noted, '', 1);
    expect((await read(present)).earlier.map(({ date }) => date)).toEqual([
      '2026-11-21',
      '2026-10-05',
      '2026-08-03',
    ]);
    expect((await read(present)).hasMore).toBe(false);
    expect(await read(earlierToday)).toMatchObject({ next: { id: present } });
  });

  it('has those of the people who are shown together, and leaves out what the plan hides [P-8.29]', async () => {
    const basic = await buildTenant(app);
    const owner = await signInAs(app, basic, 'BUSINESS_OWNER');
    const merged = await buildAppointment(app, basic, {
      date: '2026-10-01',
      status: 'completed',
      personName: 'Mira Joshi',
    });
    const present = await buildAppointment(app, basic, { date: '2026-11-30' });
    const people = await asPlatform(app, (tx) =>
      tx
        .selectFrom('appointments')
        .select(['id', 'patient_id'])
        .where('id', 'in', [merged, present])
        .execute(),
    );
    const getPerson = (id: string) => people.find((row) => row.id === id)?.patient_id ?? '';
    const into = { merged_into: getPerson(present), merged_at: new Date(testNow) };
    await asPlatform(app, (tx) =>
      tx.updateTable('patients').set(into).where('id', '=', getPerson(merged)).execute(),
    );
    expect((await fetchVisit(present, owner)).body).toMatchObject({
      earlier: [{ id: merged }],
      hasMore: false,
      next: null,
    });

    const hidden = await buildAppointment(app, basic, { date: '2026-11-01', status: 'completed' });
    expect((await fetchVisit(present, owner)).body).toMatchObject({
      earlier: [{ id: hidden }, { id: merged }],
    });
    for (let count = 0; count < 24; count += 1)
      await buildAppointment(app, basic, { date: '2026-11-25', personName: `Other ${count}` });
    expect((await fetchVisit(present, owner)).body).toMatchObject({ earlier: [{ id: merged }], next: null });
    expect((await fetchVisit(hidden, owner)).error?.code).toBe('not_found');
    expect((await write(hidden, 'Fever', 0, owner)).error?.code).toBe('not_found');
  });
});

describe('a note', () => {
  it('is written by owners and doctors of a clinic alone, and while the business is suspended by nobody [P-8.30]', async () => {
    const id = await buildAppointment(app, clinic);
    const turf = await buildTenant(app, { businessType: 'turf' });
    const game = await buildAppointment(app, turf);
    for (const [role, status] of [
      ['BUSINESS_OWNER', 200],
      ['BUSINESS_ADMIN', 200],
      ['DOCTOR', 200],
      ['EMPLOYEE', 403],
    ] as const) {
      const client = await signInAs(app, clinic, role);
      expect([role, (await write(id, role, (await read(id)).note.version, client)).status]).toEqual([
        role,
        status,
      ]);
      expect([role, (await fetchVisit(id, client)).status]).toEqual([role, status]);
      const onGround = await signInAs(app, turf, role);
      expect([
        role,
        (await write(game, role, 0, onGround)).status,
        (await fetchVisit(game, onGround)).status,
      ]).toEqual([role, 403, 403]);
    }
    const superAdmin = await signInAs(app, null, 'SUPER_ADMIN');
    expect([(await write(id, 'x', 1, superAdmin)).status, (await fetchVisit(id, superAdmin)).status]).toEqual(
      [403, 403],
    );
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', clinic.id).execute(),
    );
    expect((await write(id, 'x', 3)).error?.code).toBe('tenant.suspended');
    expect((await fetchVisit(id)).body).toMatchObject({ note: { text: 'DOCTOR' }, mayWriteNote: false });
  });

  it('keeps lines, scripts and spaces as they are typed, at most 4,000 characters, and no control characters [P-8.32]', async () => {
    const id = await buildAppointment(app, clinic, { status: 'cancelled' });
    const typed = ' बुखार 3 दिन\r\n\tBP 120/80 \n';
    expect((await write(id, typed, 0)).body).toMatchObject({
      text: ' बुखार 3 दिन\n\tBP 120/80 \n',
      version: 1,
    });
    const longest = '💊'.repeat(longestNote);
    expect((await write(id, longest, 1)).body).toMatchObject({ text: longest, version: 2 });
    for (const refused of [`${longest}a`, 'a\u0000b', 'a\ud800b']) {
      expect([refused.slice(-5), (await write(id, refused, 2)).error?.code]).toEqual([
        refused.slice(-5),
        'request.invalid',
      ]);
    }
    expect((await write(id, '', 2)).body).toMatchObject({ text: '', version: 3 });
  });

  it('that somebody else changed meanwhile is refused and stays; the same text is no change, whatever version it names [P-8.32]', async () => {
    const id = await buildAppointment(app, clinic);
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect((await write(id, '', 0)).body).toEqual({ text: '', version: 0, writtenAt: null });
    expect((await write(id, 'Fever', 0)).body).toMatchObject({ version: 1 });
    expect((await write(id, 'Cough', 0, owner)).error).toMatchObject({ code: 'note.changed' });
    expect((await write(id, 'Cough', 2, owner)).error).toMatchObject({ code: 'note.changed' });
    const before = await rowVersions(app, { withBookkeeping: true });
    expect((await write(id, 'Fever', 0, owner)).body).toMatchObject({ text: 'Fever', version: 1 });
    expect(await rowVersions(app, { withBookkeeping: true })).toBe(before);
    expect((await write(id, 'Fever, cough', 1, owner)).body).toMatchObject({ version: 2 });
  });

  it('has one first and one next version when ten write concurrently [P-8.32]', async () => {
    const id = await buildAppointment(app, clinic);
    for (const version of [0, 1]) {
      const texts = Array.from({ length: 10 }, () => randomUUID());
      const answers = await Promise.all(texts.map((text) => write(id, text, version)));
      const written = answers.flatMap(({ status }, index) => (status === 200 ? [texts[index]] : []));
      expect(written).toHaveLength(1);
      expect(answers.filter(({ error }) => error?.code === 'note.changed')).toHaveLength(9);
      expect((await read(id)).note).toMatchObject({ text: written[0], version: version + 1 });
    }
  });

  it('is audited without its text [P-8.30]', async () => {
    const id = await buildAppointment(app, clinic);
    for (const [text, action] of [
      ['Zarathustra', 'note.written'],
      ['', 'note.removed'],
    ] as const) {
      const { headers } = await write(id, text, text === '' ? 1 : 0);
      expect(await readAudit(app, headers['x-request-id'])).toEqual([
        { tenant_id: clinic.id, action, object: id },
      ]);
    }
    const { rows } = await asPlatform(app, (tx) =>
      sql<{ detail: object }>`select detail from audit_log where object = ${id}`.execute(tx),
    );
    expect(rows).toEqual([{ detail: {} }, { detail: {} }]);
  });

  it('cannot be read by the role of the platform, also in one business, nor by another business [P-8.30]', async () => {
    const id = await buildAppointment(app, clinic);
    await write(id, 'Zarathustra', 0);
    const select = sql<{ note: string }>`select note from visit_notes where appointment_id = ${id}`;
    await expect(asPlatform(app, (tx) => select.execute(tx))).rejects.toThrow('permission denied');
    const work = { database: app.database, tenantId: clinic.id, now: new Date(testNow) } as never;
    await expect(inTenantAsPlatform(work, (tx) => select.execute(tx))).rejects.toThrow('permission denied');
    await expect(asPlatform(app, (tx) => sql`update visit_notes set note = ''`.execute(tx))).rejects.toThrow(
      'permission denied',
    );
    const other = {
      database: app.database,
      tenantId: (await buildTenant(app)).id,
      now: new Date(testNow),
    } as never;
    expect((await inTenant(other, (tx) => select.execute(tx))).rows).toEqual([]);
    expect((await inTenant(work, (tx) => select.execute(tx))).rows).toEqual([{ note: 'Zarathustra' }]);
  });

  it('is on the page of its person for those who may read it [P-8.34]', async () => {
    const id = await buildAppointment(app, clinic);
    await write(id, 'Zarathustra', 0);
    const patientId = (await read(id)).appointment.patientId ?? '';
    const history = await doctor.send(listPatientHistory, { params: { id: patientId } });
    expect(history.body).toMatchObject({ items: [{ id, note: 'Zarathustra' }] });
  });
});

it('no other reply of any endpoint has the text of a note, for no role, and no other row [P-8.30]', async () => {
  const seen = new Set<string>();
  const noted = new Set<string>();
  const clients = new Map<string, Client>();
  for (const role of Role.options)
    clients.set(role, await signInAs(app, role === 'SUPER_ADMIN' ? null : clinic, role));
  const owner = clients.get('BUSINESS_OWNER') as Client;
  const superAdmin = clients.get('SUPER_ADMIN') as Client;
  const readings = everyEndpoint.filter(
    ([, { method, transport }]) => method === 'GET' && transport !== 'events',
  );
  for (const [name, endpoint] of readings) {
    const sample = await sampleFor(
      app,
      name,
      clinic,
      endpoint.access === 'platform.manage' ? superAdmin : owner,
    );
    const ids = await asPlatform(app, (tx) =>
      tx.selectFrom('appointments').select('id').where('tenant_id', '=', clinic.id).execute(),
    );
    for (const { id } of ids) {
      if (!noted.has(id)) await write(id, 'Zarathustra', 0);
      noted.add(id);
    }
    for (const [role, client] of clients) {
      if ((await fetchPayload(client, endpoint, sample)).includes('Zarathustra')) seen.add(`${name} ${role}`);
    }
  }
  const readers = ['BUSINESS_ADMIN', 'BUSINESS_OWNER', 'DOCTOR'];
  expect([...seen].toSorted()).toEqual(
    ['getVisit', 'listPatientHistory'].flatMap((name) => readers.map((role) => `${name} ${role}`)),
  );
  // Checks that the audit log, the outbox and an idempotency key's kept reply do not contain it
  // either.
  expect(await snapshot(app, { withBookkeeping: true })).not.toContain('Zarathustra');
});

/** Returns the reply as it was sent, which may be a CSV file. */
async function fetchPayload(
  client: Client,
  { path }: { readonly path: string },
  { params, query, headers }: Sample,
): Promise<string> {
  const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) => params?.[name] ?? '');
  const reply = await app.app.inject({
    method: 'GET',
    url,
    ...(query && { query }),
    headers: { ...client.headers(), ...headers },
  });
  return reply.payload;
}
