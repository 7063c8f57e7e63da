import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { markArrived, startVisit, undoArrival } from '@samay/contract/bookings/transitions';
import { indiaDate, now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { buildPerson } from '../../fixtures/browser.ts';
import { buildTenant, type BuiltTenant } from '../../fixtures/builders.ts';
import { testEngine } from '../../fixtures/database.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../../fixtures/invariants/killed-servers.ts';
import { type PatientClient, remoteClient } from '../../fixtures/money/patient-client.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';

// Kills servers with SIGKILL, two of them on PostgreSQL, while two desks and a doctor press for the same people.

const kills = isFull ? 20 : 3;
/** The people of each round: some come without a booking, the others are pressed by all three. */
const [walkIns, booked] = [2, 3];
const roles = ['EMPLOYEE', 'EMPLOYEE', 'DOCTOR'] as const;
let data: ServersData;
let clinic: BuiltTenant;
const people: { email: string; password: string }[] = [];
const ports: string[] = [];
const servers: RunningServer[] = [];

beforeAll(async () => {
  data = await serversData('tokens');
  await data.withDatabase(async (database) => {
    clinic = await buildTenant({ database }, { plan: 'enterprise', paidUntil: '2099-01-01', times: 'apart' });
    for (const role of roles) people.push(await buildPerson({ database }, clinic, role));
    await asPlatform({ database }, (tx) =>
      tx
        .updateTable('business_profiles')
        .set({ gives_tokens: true })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
  });
});
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  await data.remove();
});

it('give no number twice, and the same number afterwards [P-8.134]', { timeout: 900_000 }, async () => {
  for (let at = 0; at < (testEngine === 'postgres' ? 2 : 1); at += 1) {
    ports.push(await freePort());
    servers.push(await start(at));
  }
  const clients = people.map((person, at) =>
    remoteClient(servers[at % servers.length]?.address ?? '', person),
  );
  /** The numbers that were answered for each booking, in any order. */
  const answered = new Map<string, (string | undefined)[]>();
  const note = (id: string, token: string | undefined) =>
    answered.set(id, [...(answered.get(id) ?? []), token]);
  for (let round = 0; round < kills; round += 1) {
    const expected = await Promise.all(
      Array.from({ length: booked }, async (_, at) => book(clients[at % 2], round * 10 + at, false)),
    );
    const presses = [
      ...expected.flatMap(({ id }) =>
        clients.map(async (client, at) => {
          const endpoint = roles[at] === 'DOCTOR' ? startVisit : markArrived;
          note(id, (await client.call(endpoint, { params: { id } })).body.token);
        }),
      ),
      ...Array.from({ length: walkIns }, async (_, at) => {
        const { id, token } = await book(clients[at % 2], round * 10 + 5 + at, true);
        note(id, token);
      }),
    ];
    const victim = round % servers.length;
    await wait(Math.random() * 20);
    await servers[victim]?.stop('SIGKILL');
    servers[victim] = await start(victim);
    await Promise.all(presses);
  }
  // An arrival that is undone and noted again. A walk-in has none to undo, and a begun visit keeps it.
  const { id: again } = await book(clients[0], 99, false);
  for (const endpoint of [markArrived, undoArrival, markArrived]) {
    const reply = await clients[0]?.call(endpoint, { params: { id: again } });
    if (endpoint === markArrived) note(again, reply?.body.token);
  }
  for (const server of servers.splice(0)) await server.stop('SIGTERM');
  const rows = await data.withDatabase((database) =>
    asPlatform({ database }, (tx) =>
      tx.selectFrom('appointments').select(['id', 'token']).where('tenant_id', '=', clinic.id).execute(),
    ),
  );
  const kept = new Map(rows.map(({ id, token }) => [id, token]));
  const doubled = rows.length - new Set(rows.map(({ token }) => token)).size;
  const changed = [...answered].filter(([id, tokens]) => tokens.some((token) => token !== kept.get(id)));
  const violations = doubled + changed.length;
  printInvariant({ id: 'numbers, killed', driver: testEngine, n: rows.length, kills, violations });
  expect(rows.length).toBe(kills * (walkIns + booked) + 1);
  expect(changed).toEqual([]);
  expect(doubled).toBe(0);
});

/** Books a person of today once, with a key that a repeated request repeats. */
async function book(
  client: PatientClient | undefined,
  number: number,
  walkIn: boolean,
): Promise<{ id: string; token?: string | undefined }> {
  const person = { personName: `Person ${number}`, personEmail: `person-${number}@people.example` };
  const at = { date: indiaDate(now()), time: `${String(6 + (number % 12)).padStart(2, '0')}:30` };
  const more = walkIn ? { walkIn } : { overbookedReason: 'a busy day' };
  const made = await client?.call(createAppointment, {
    body: { ...person, ...at, ...more, doctor: 'Default Doctor' },
    idempotencyKey: randomUUID(),
  });
  expect(made?.status).toBe(201);
  return made?.body ?? { id: '' };
}

async function start(at: number): Promise<RunningServer> {
  return startServer({ ...data.settings, PORT: ports[at] ?? '' });
}
