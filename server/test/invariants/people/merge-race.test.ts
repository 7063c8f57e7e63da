import { join } from 'node:path';
import * as appointments from '@samay/contract/bookings/appointments';
import * as people from '@samay/contract/people/people';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrMakeSecrets } from '../../../src/core/secrets-file.ts';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { loginUrl } from '../../fixtures/database/postgres-template.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant, temporaryFolder } from '../../fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';

// Merges, unmerges and corrects people, corrects bookings and makes new ones of the same few people
// concurrently, over two server processes: each is done or refused, no two wait for each other, and
// every booking is with the person that it names. On PostgreSQL, which several servers can share.

const rounds = isFull ? 100 : 12;
const names = ['Meera', 'Mira', 'Arjun', 'Kamala'];
const phone = '98200 11223';
/** A future day by the clock of the server processes. */
const day = addDays(indiaDate(new Date()), 20);
const { folder, remove } = temporaryFolder('merges');
const servers: RunningServer[] = [];
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;

it.runIf(testEngine === 'postgres')(
  'does or refuses each, without a deadlock [I-33, O-4.13]',
  { timeout: 1_200_000 },
  async () => {
    const answers: Record<number, number> = {};
    const note = async (answer: Promise<number>) => {
      const status = await answer;
      answers[status] = (answers[status] ?? 0) + 1;
    };
    for (let round = 0; round < rounds; round += 1) {
      const [a, b, c] = await Promise.all(names.slice(0, 3).map((name) => personNamed(name)));
      const bookings = await Promise.all(
        names.map((personName) => buildAppointment(app, clinic, { personName, contact: phone, date: day })),
      );
      // Another household of the same names, which gets the same number.
      const neighbours = await Promise.all(
        names.toReversed().map((name) => personNamed(name, `80000 ${10_000 + round}`)),
      );
      const name = (at: number) => names[(at + round) % names.length] ?? '';
      // The number that the whole household gets.
      const otherPhone = `70000 ${10_000 + round}`;
      const [first, second, third] = [a?.id ?? '', b?.id ?? '', c?.id ?? ''];
      await Promise.all([
        ...[
          [first, second],
          [second, first],
          [second, third],
          [third, first],
        ].map(([id = '', otherId = ''], at) => note(send(at, people.mergePeople, { id }, { otherId }))),
        ...[
          [first, second],
          [second, third],
        ].map(([id = '', mergeId = ''], at) => note(send(at + 1, people.undoMerge, { id, mergeId }))),
        ...[0, 1, 2, 3].map((at) => note(send(at, appointments.createAppointment, {}, bookingOf(name(at))))),
        ...bookings.map((id, at) =>
          note(send(at + 1, appointments.correctAppointment, { id }, { personName: name(at + 1) })),
        ),
        note(send(round, people.correctPerson, { id: first }, { name: name(2) })),
        note(send(round, people.correctPerson, { id: second }, { name: `${name(1)} ${round}` })),
        note(send(round + 1, people.correctPerson, { id: second }, { contact: '98200 55555' })),
        ...[third, neighbours[0]?.id ?? ''].map((id, at) =>
          note(send(round + at, people.correctPerson, { id }, { contact: otherPhone, forAll: true })),
        ),
        note(
          send(
            round + 1,
            appointments.correctAppointment,
            { id: bookings[round % bookings.length] ?? '' },
            { personContact: otherPhone, personName: name(3), forAll: true },
          ),
        ),
      ]);
      expect(await misplaced()).toEqual([]);
    }
    for (const server of servers.splice(0)) expect(await server.stop('SIGTERM')).toBe(0);
    const { rows } = await app.database.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    printInvariant({
      id: 'people-race',
      driver: testEngine,
      n: rounds,
      violations: rows[0]?.deadlocks ?? -1,
      ...answers,
    });
    expect(rows).toEqual([{ deadlocks: 0 }]);
    // 503: on a busy machine a statement is ended that waited for the others for seconds.
    const { 200: done, 201: made, 404: _, 409: refused, 503: late = 0, ...others } = answers;
    expect(others).toEqual({});
    expect(late).toBeLessThan(rounds / 2);
    for (const count of [done, made, refused]) expect(count).toBeGreaterThan(rounds / 4);
  },
);

beforeAll(async () => {
  if (testEngine !== 'postgres') return;
  app = await testApp({
    dependencies: { secrets: await readOrMakeSecrets(join(folder, 'secrets.json')) },
  });
  // The servers have the machine's clock.
  app.setNow(new Date().toISOString());
  for (const _ of ['one', 'other']) servers.push(await serve());
  clinic = await buildTenant(app, { plan: 'enterprise', paidUntil: null });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  if (testEngine === 'postgres') await app.close();
  remove();
});

const bookingOf = (personName: string) => ({
  personName,
  personEmail: 'family@people.example',
  personContact: phone,
  date: day,
  time: '12:00',
  doctor: appointments.defaultDoctor,
});

async function personNamed(personName: string, contact = phone): Promise<{ id: string | null }> {
  const booking = await buildAppointment(app, clinic, { personName, contact, date: day });
  const row = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('patient_id').where('id', '=', booking).executeTakeFirstOrThrow(),
  );
  return { id: row.patient_id };
}

/** Sends a request to one of the servers and returns the status. */
async function send(
  at: number,
  { method, path }: Endpoint,
  params: Record<string, string>,
  body?: object,
): Promise<number> {
  const filled = Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`:${name}`, value),
    path,
  );
  const response = await fetch((servers[at % servers.length]?.address ?? '') + filled, {
    method,
    headers: { ...owner.headers(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Finds bookings that are not with the person that they name, people whose tallies are wrong, and
 * merges of more than one step.
 */
async function misplaced(): Promise<unknown[]> {
  const { rows } = await asPlatform(app, (tx) =>
    sql`select appointments.id, 'elsewhere' as what from appointments
        join patients on patients.tenant_id = appointments.tenant_id and patients.id = appointments.patient_id
      where appointments.tenant_id = ${clinic.id} and (fold_name(person_name), person_key(person_email, person_contact))
        <> (fold_name(patients.name), patients.person_key)
      union all
      select patients.id, 'tallies' from patients where tenant_id = ${clinic.id} and bookings <> (
        select count(*) from appointments where appointments.tenant_id = ${clinic.id} and patient_id = patients.id)
      union all
      select merged.id, 'chain' from patients as merged join patients as into_whom
        on into_whom.tenant_id = merged.tenant_id and into_whom.id = merged.merged_into
      where merged.tenant_id = ${clinic.id} and into_whom.merged_into is not null`.execute(tx),
  );
  return rows;
}

/**
 * Starts a server. Both share the database, the secrets and the public URL, without rate limits.
 */
async function serve(): Promise<RunningServer> {
  const { ownerUrl = '', dependencies } = app;
  const high = '1000000';
  return startServer({
    PORT: await freePort(),
    HOST: '127.0.0.1',
    PUBLIC_URL: dependencies.settings.publicUrl,
    DATA_DIR: folder,
    SAMAY_DEMO: '0',
    DATABASE_URL: loginUrl(ownerUrl),
    MIGRATION_DATABASE_URL: ownerUrl,
    RATE_LIMIT_PER_USER: high,
    RATE_LIMIT_ANONYMOUS: high,
    RATE_LIMIT_WRITES: high,
    RATE_LIMIT_WRITES_PER_TENANT: high,
  });
}
