import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { makePaper } from '@samay/contract/invoicing/papers';
import { openLive } from '@samay/contract/reach/live';
import { asPlatform } from '../../src/db/tenant.ts';
import { buildPerson } from '../fixtures/browser.ts';
import { buildTenant } from '../fixtures/builders.ts';
import { EventStream } from '../fixtures/event-stream.ts';
import { testEngine } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../fixtures/invariants/killed-servers.ts';

// I-21 and I-4: the real server is stopped and killed while clients book and retry with their
// idempotency key.

const restarts = isFull ? 50 : 1;
let port: string;
let data: ServersData;
let server: RunningServer | undefined;
let person: { email: string; password: string };
let tenantId: string | undefined;
let papersBefore = 0;

beforeAll(async () => {
  port = await freePort();
  data = await serversData('restarts');
  await data.withDatabase(async (database) => {
    const clinic = await buildTenant({ database }, { plan: 'enterprise' });
    tenantId = clinic.id;
    person = await buildPerson({ database }, clinic, 'BUSINESS_OWNER');
    // Raises the plan's limit, which must not refuse the bookings of fifty rounds.
    await asPlatform({ database }, (tx) =>
      tx.updateTable('plans').set({ appointment_limit: 1_000_000 }).where('id', '=', 'enterprise').execute(),
    );
  });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await data.remove();
});

it.each([
  ['SIGTERM', restarts],
  ['SIGKILL', isFull ? 20 : 1],
] as const)(
  'loses and refuses no booking over restarts by %s, and no number of its receipt [I-21, P-9.46]',
  { timeout: 900_000 },
  async (signal, times) => {
    server = await startServer({ ...data.settings, PORT: port });
    const headers = await signIn(server.address);
    const clients = {
      isOver: false,
      acknowledged: new Map<string, string>(),
      keys: new Set<string>(),
      failed: [] as string[],
    };
    const booking = Array.from({ length: 4 }, () => keepBooking(server?.address ?? '', headers, clients));
    const exits: (number | null)[] = [];
    // Open connections must not delay a graceful stop until the server is killed.
    const connections = signal === 'SIGTERM' ? await openConnections(server.address, headers) : undefined;
    for (let round = 0; round < times; round += 1) {
      await wait(300 + Math.random() * 300);
      exits.push(await server.stop(signal));
      server = await startServer({ ...data.settings, PORT: port });
    }
    connections?.close();
    await wait(300);
    clients.isOver = true;
    await Promise.all(booking);
    await server.stop('SIGTERM');
    server = undefined;
    const kept = await data.withDatabase((database) =>
      asPlatform({ database }, (tx) =>
        tx
          .selectFrom('appointments')
          .select(['id', 'person_name'])
          .where('tenant_id', '=', tenantId ?? '')
          .execute(),
      ),
    );
    const papers = await data.withDatabase((database) =>
      asPlatform({ database }, (tx) =>
        tx
          .selectFrom('papers')
          .select(['number', 'position', 'appointment_id'])
          .where('tenant_id', '=', tenantId ?? '')
          .orderBy('position')
          .execute(),
      ),
    );
    expect(papers.map(({ position }) => position)).toEqual(papers.map((_, at) => at + 1));
    expect(new Set(papers.map((paper) => paper.appointment_id)).size).toBe(papers.length);
    expect(papers.length).toBe(clients.acknowledged.size + papersBefore);
    papersBefore = papers.length;
    const ids = new Set(kept.map(({ id }) => id));
    const lost = [...clients.acknowledged.values()].filter((id) => !ids.has(id)).length;
    const names = kept.map((row) => row.person_name).filter((name) => clients.keys.has(name));
    const duplicates = names.length - new Set(names).size;
    printInvariant({
      id: signal === 'SIGTERM' ? 'I-21' : 'I-4',
      driver: testEngine,
      n: times,
      signal,
      bookings: clients.acknowledged.size,
      violations: lost + duplicates + clients.failed.length,
    });
    expect({ lost, duplicates, failed: clients.failed }).toEqual({ lost: 0, duplicates: 0, failed: [] });
    expect(clients.acknowledged.size).toBeGreaterThanOrEqual(times);
    if (signal === 'SIGTERM') expect(exits).toEqual(Array(times).fill(0));
  },
);

interface Clients {
  isOver: boolean;
  /** The ids of the bookings by their idempotency key. */
  readonly acknowledged: Map<string, string>;
  readonly keys: Set<string>;
  readonly failed: string[];
}

/** Books in a loop, and makes the receipt of each booking. */
async function keepBooking(
  address: string,
  headers: Record<string, string>,
  clients: Clients,
): Promise<void> {
  while (!clients.isOver && clients.failed.length === 0) {
    const key = randomUUID();
    clients.keys.add(key);
    const send = async (path: string, idempotencyKey: string, body: object) =>
      keepSending(`${address}${path}`, { ...headers, 'idempotency-key': idempotencyKey }, { body, clients });
    const id = await send(createAppointment.path, key, { ...newAppointment, personName: key });
    if (id === undefined) return;
    clients.acknowledged.set(key, id);
    const receipt = { kind: 'receipt', total: newAppointment.amount };
    await send(makePaper.path.replace(':id', id), randomUUID(), receipt);
  }
}

/**
 * Repeats a request with its key until it is accepted, and returns the id of what it made. Any
 * response but a 503 is a failure.
 */
async function keepSending(
  url: string,
  headers: Record<string, string>,
  { body, clients }: { readonly body: object; readonly clients: Clients },
): Promise<string | undefined> {
  const began = performance.now();
  while (clients.failed.length === 0) {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined, // the connection broke, or the server is down
    );
    if (answer?.status === 201) return (JSON.parse(answer.text) as { id: string }).id;
    if (answer && answer.status !== 503) clients.failed.push(`${answer.status} ${answer.text}`);
    if (performance.now() - began > 40_000) clients.failed.push('no answer within 40 s');
    await wait(50);
  }
  return undefined;
}

/** Opens a live stream, and an unfinished request without a session. */
async function openConnections(address: string, headers: Record<string, string>): Promise<{ close(): void }> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  );
  const stream = await EventStream.opening(`${address}${openLive.path}`, headers);
  expect(stream.response.status).toBe(200);
  return {
    close: () => {
      socket.destroy();
      stream.close();
    },
  };
}

async function signIn(address: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, id: undefined, remember: false }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { authorization: `Bearer ${accessToken}`, cookie, 'content-type': 'application/json' };
}
