import { Writable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { logOptions } from '../src/process/log-options.ts';
import { testApp, type TestApp } from './fixtures/app.ts';
import { Browser, buildPerson } from './fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { Client } from './fixtures/client.ts';
import { testEngine } from './fixtures/database.ts';
import { printInvariant } from './fixtures/invariants/invariant.ts';
import { everyEndpoint, newAppointment, sendSample } from './fixtures/samples.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';

// T-6.7: the log contains no secret and nothing that a person typed, whatever the request and its
// outcome.

let app: TestApp;
let logging: FastifyInstance;
let clinic: BuiltTenant;
let log: FastifyBaseLogger;
const lines: string[] = [];

beforeAll(async () => {
  app = await testApp();
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  log = pino(logOptions({ logLevel: 'debug' }), sink);
  logging = await buildApp({ ...app.dependencies, log });
  clinic = await buildTenant(app, { plan: 'enterprise' });
});
afterAll(async () => {
  await logging.close();
  await app.close();
});

it('contains no password, token, cookie, name, telephone number, email address or business [T-6.7]', async () => {
  const owner = await signInAs({ ...app, app: logging }, clinic, 'BUSINESS_OWNER', {
    name: 'Secretname Ownersson',
  });
  for (const [name, endpoint] of everyEndpoint.filter(([name]) => name !== 'openLive')) {
    const sample = await sampleFor(app, name, clinic, owner);
    const query = {
      ...sample.query,
      ...(name === 'listAppointments' && { search: newAppointment.personName }),
    };
    await sendSample(owner, endpoint, { ...sample, query });
    await sendSample(owner, endpoint, {
      ...sample,
      query: { ...query, nonsense: newAppointment.personEmail },
    });
    await sendSample(new Client(logging), endpoint, sample);
  }
  const person = await buildPerson(app, clinic);
  const browser = new Browser(logging);
  await browser.signIn(person.email, 'a wrong passphrase');
  await browser.signIn(person.email, person.password);
  const cookies = [...browser.cookies.values()];
  await browser.refresh();
  await failInTheDatabase();
  const secrets = {
    password: person.password,
    'wrong password': 'a wrong passphrase',
    'e-mail': person.email,
    "owner's e-mail": owner.identity?.email,
    "owner's name": 'Secretname',
    token: owner.identity?.accessToken,
    'new token': browser.accessToken,
    device: owner.identity?.device,
    'patient name': newAppointment.personName,
    'patient e-mail': newAppointment.personEmail,
    contact: newAppointment.personContact,
    'payment id': newAppointment.paymentId,
    business: clinic.id,
    "business's name": `Business ${clinic.id.slice(0, 4)}`,
    ...Object.fromEntries(
      [...cookies, ...browser.cookies.values()].map((cookie, at) => [`cookie ${at}`, cookie]),
    ),
  };
  const text = lines.join('');
  const leaked = Object.entries(secrets).flatMap(([what, secret]) =>
    secret && text.includes(secret) ? [what] : [],
  );
  printInvariant({
    id: 'T-6.7',
    driver: testEngine,
    n: lines.length,
    violations: leaked.length,
    what: 'log lines without secrets',
  });
  expect(leaked).toEqual([]);
  expect(cookies).toHaveLength(2);
});

it('logs the route, status and duration of each request, and the cause of a failure [O-5.10]', () => {
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const answered = entries.filter(({ msg }) => msg === 'answered');
  expect(new Set(answered.map(({ route }) => route)).size).toBeGreaterThan(18);
  expect(answered.every(({ method, status, ms }) => method && status && typeof ms === 'number')).toBe(true);
  expect(entries.some(({ msg }) => msg === 'failed')).toBe(true);
});

/**
 * Makes the database refuse a row. Row security keeps the row out of PostgreSQL's error. Where it
 * does not, the log removes `detail` and `parameters`.
 */
async function failInTheDatabase(): Promise<void> {
  const insert = asPlatform(app, (tx) =>
    tx
      .insertInto('appointments')
      .values({
        tenant_id: clinic.id,
        reference: 'r',
        person_name: newAppointment.personName,
        person_email: newAppointment.personEmail,
        person_contact: newAppointment.personContact,
        doctor: null,
        appointment_date: newAppointment.date,
        appointment_time: newAppointment.time,
        amount_paise: -1,
        payment_method: null,
        payment_id: newAppointment.paymentId,
        arrived_at: null,
        prescription_id: null,
        created_by: null,
      })
      .execute(),
  );
  const failure = await insert.then(
    () => undefined,
    (error: { detail?: string }) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect(failure?.detail).toBeUndefined();
  const { personName, personContact } = newAppointment;
  log.error({ err: failure }, 'failed');
  log.error(
    {
      err: Object.assign(new Error('failed'), {
        detail: `Failing row contains (${personName})`,
        parameters: [personContact],
      }),
    },
    'failed',
  );
}
