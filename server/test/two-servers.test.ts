import { join } from 'node:path';
import { raiseAssurance } from '@samay/contract/identity/second-factor';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { openLive } from '@samay/contract/reach/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cityCare, demoPassword, greenTurf, lotusDental } from '../src/demo/accounts.ts';
import { testDatabase, testEngine, type TestDatabase } from './fixtures/database.ts';
import { loginUrl } from './fixtures/database/postgres-template.ts';
import { EventStream } from './fixtures/event-stream.ts';
import { freePort } from './fixtures/free-port.ts';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from './fixtures/running-server.ts';
import { png } from './fixtures/sample-files.ts';
import { LoadBalancedClient, type UpgradeServer } from './upgrade/load-balanced-client.ts';
import { type DemoBusiness, runWorkflows } from './upgrade/main-workflows.ts';

// Runs two server processes on one PostgreSQL, as behind a proxy: each change is sent to one and
// read through the other.

const origin = 'http://localhost:5511';
const testBoth = test.runIf(testEngine === 'postgres');
const { folder, remove } = temporaryFolder('two-servers');
const running: RunningServer[] = [];
let postgres: TestDatabase | undefined;
let [here, there]: UpgradeServer[] = [];

beforeAll(async () => {
  if (testEngine !== 'postgres') return;
  postgres = await testDatabase();
  for (const _ of ['one', 'other']) running.push(await serve(postgres.ownerUrl ?? ''));
  [here, there] = running.map(({ address }) => ({ release: 'new release', address }));
});
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  await postgres?.close();
  remove();
});

const clinic: DemoBusiness = {
  origin,
  owner: cityCare.members[0].email,
  password: demoPassword,
  doctor: 'Dr. Ananya Iyer',
  colleague: { email: 'harpreet.gill@citycare.example', roles: ['EMPLOYEE', 'DOCTOR'] },
};
const turf: DemoBusiness = {
  origin,
  owner: greenTurf.members[0].email,
  password: demoPassword,
  colleague: { email: 'desk@greenturf.example', roles: ['BUSINESS_OWNER', 'EMPLOYEE'] },
};
let days = 30;
/** Creates bookings on different days, so that none is taken. */
const booking = (personName: string) => ({
  personName,
  personEmail: 'asha@people.example',
  date: addDays(indiaDate(now()), (days += 1)),
  time: '10:10',
  doctor: 'Dr. Ananya Iyer',
});

testBoth('the main journeys [O-1.1]', async () => {
  await Promise.all([
    runWorkflows(...both(), clinic),
    runWorkflows(...(both().toReversed() as [UpgradeServer, UpgradeServer]), turf),
  ]);
});

testBoth('one of forty concurrent bookings takes the last place of a plan [O-1.1]', async () => {
  const desk = await signedIn(lotusDental.members[0].email);
  const body = JSON.stringify({
    ...booking('Last Place'),
    doctor: lotusDental.members[0].name,
    date: indiaDate(now()),
  });
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const headers = { ...desk.headers(), 'content-type': 'application/json' };
      const response = await fetch(`${both()[at % 2]?.address}/api/appointments`, {
        method: 'POST',
        headers,
        body,
      });
      const { error } = (await response.json()) as { error?: { code: string } };
      return error?.code ?? response.status;
    }),
  );
  expect(answers.filter((answer) => answer === 201)).toHaveLength(1);
  expect(new Set(answers.filter((answer) => answer !== 201))).toEqual(new Set(['plan.limit_reached']));
});

testBoth('a session is renewed by either, also by both at once [O-1.1]', async () => {
  const person = await signedIn(clinic.owner);
  const [one, other] = both();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([person.copy().refresh(one), person.refresh(other)]);
    for (const server of both()) expect(await person.get(server, '/api/session')).toMatchObject({});
  }
  const signedOut = person.copy();
  await person.call(one, 'DELETE', '/api/session', { headers: { 'x-requested-with': 'samay' }, status: 204 });
  await signedOut.call(other, 'GET', '/api/session', { status: 401 });
});

testBoth('a change through one is shown by the streams of both [O-1.1]', async () => {
  const person = await signedIn(clinic.owner);
  const streams = await Promise.all(
    both().map(({ address }) => EventStream.opening(address + openLive.path, person.headers())),
  );
  for (const server of both()) {
    const made = await person.call(server, 'POST', '/api/appointments', {
      body: booking('Shown To Both'),
      status: 201,
    });
    for (const stream of streams)
      expect(await stream.until(({ changes }) => changes.some(({ id }) => id === made['id']), 20_000)).toBe(
        true,
      );
  }
  for (const stream of streams) stream.close();
});

testBoth('a file sent through one is opened through the other [O-1.1]', async () => {
  const person = await signedIn(clinic.owner);
  const sent = png();
  for (const [one, other] of [both(), both().toReversed()] as [UpgradeServer, UpgradeServer][]) {
    const made = await person.call(one, 'POST', '/api/appointments', {
      body: booking('With A File'),
      status: 201,
    });
    const path = `/api/appointments/${String(made['id'])}/prescription`;
    const body = new FormData();
    body.set('file', new File([Uint8Array.from(sent)], 'a.png', { type: 'image/png' }));
    const put = await fetch(one.address + path, { method: 'PUT', headers: person.headers(), body });
    expect(put.status).toBe(200);
    const { url } = await person.call(other, 'POST', `${path}/link`);
    const opened = await fetch(new URL(String(url), one.address), { headers: person.headers() });
    expect([opened.status, Buffer.from(await opened.arrayBuffer()).equals(sent)]).toEqual([200, true]);
  }
});

testBoth('wrong passwords are counted over both [O-1.1]', async () => {
  const email = 'desk@citycare.example';
  const attempt = async (at: number, password: string) => {
    const headers = { 'content-type': 'application/json', origin };
    const body = JSON.stringify({ email, password, remember: false });
    return (await fetch(`${both()[at % 2]?.address}/api/session`, { method: 'POST', headers, body })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 5; at += 1) statuses.push(await attempt(at, 'not the password'));
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  expect([await attempt(0, demoPassword), await attempt(1, demoPassword)]).toEqual([429, 429]);
});

testBoth('codes of an authenticator app are counted over both [O-1.1]', async () => {
  const person = await signedIn(clinic.owner);
  const attempt = async (at: number) => {
    const headers = { ...person.headers(), 'content-type': 'application/json' };
    const url = `${both()[at % 2]?.address}${raiseAssurance.path}`;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ code: '000000' }) })).status;
  };
  // Sends more than fifteen a minute from one address: eight of each server alone would not reach
  // the limit.
  for (let at = 0; at < 15; at += 1) await attempt(at);
  expect([await attempt(15), await attempt(16)]).toEqual([429, 429]);
});

function both(): [UpgradeServer, UpgradeServer] {
  if (!here || !there) throw new Error('the servers are not running');
  return [here, there];
}

async function signedIn(email: string): Promise<LoadBalancedClient> {
  const client = new LoadBalancedClient(origin);
  await client.signIn(both()[0], email, demoPassword);
  return client;
}

/** Starts a server. Both share the database, the data directory and the public URL. */
async function serve(ownerUrl: string): Promise<RunningServer> {
  const high = '1000000';
  return startServer({
    PORT: await freePort(),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: join(folder, 'data'),
    SAMAY_DEMO: '1',
    DATABASE_URL: loginUrl(ownerUrl),
    MIGRATION_DATABASE_URL: ownerUrl,
    RATE_LIMIT_PER_USER: high,
    RATE_LIMIT_ANONYMOUS: high,
    RATE_LIMIT_WRITES: high,
    RATE_LIMIT_WRITES_PER_TENANT: high,
    RATE_LIMIT_REFRESHES: high,
  });
}
