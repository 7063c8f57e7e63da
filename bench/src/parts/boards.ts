import { indiaDate, now } from '@samay/contract/core/time';
import { OpenScreen } from '../boards/screens.ts';
import { addTimes } from '../data/times.ts';
import { median } from '../load/median.ts';
import type { Options } from '../load/options.ts';
import { signIn } from '../load/sign-in.ts';
import { addTenants } from '../load/tenants.ts';
import { type RunningServer, startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { openCluster } from '../servers/postgres-cluster.ts';
import { settledMemory } from '../start/resident-memory.ts';

/** The businesses, and the screens that each has open: 500 in all. */
const [businesses, boards, pages] = [25, 16, 4];

/** A business with its open screens, and a person who waits. */
interface Clinic {
  readonly headers: Record<string, string>;
  readonly personId: string;
  readonly paths: readonly { readonly live: string; readonly content: string }[];
  calls: number;
  screens: OpenScreen[];
}

/**
 * Opens 500 boards and pages of the application, and measures how long a call takes until all screens of its
 * business show it: of one business at a time, and of all together; and the memory of a stream.
 */
export async function runBoardsPart({ quick }: Options): Promise<void> {
  const cluster = await openCluster();
  const server = await startApiServer(cluster, ports.api, {
    RATE_LIMIT_OWN_BOOKINGS_PER_TENANT: '1000000000',
  });
  const closing = new AbortController();
  try {
    const tenants = await addTenants(cluster, 'boards', businesses);
    await cluster.admin(async (client) => {
      for (const tenant of tenants) await addTimes(client, tenant);
    });
    const clinics: Clinic[] = [];
    for (const tenant of tenants)
      clinics.push(await openClinic(server, await signIn(server.address, tenant)));
    const before = await settledMemory(server.pid);
    for (const clinic of clinics)
      clinic.screens = await Promise.all(
        clinic.paths.map(async (paths) => OpenScreen.open(paths, clinic.headers, closing.signal)),
      );
    const streams = clinics.reduce((sum, { screens }) => sum + screens.length, 0);
    const after = await settledMemory(server.pid);
    const alone: number[] = [];
    const together: number[] = [];
    for (let turn = 0; turn < (quick ? 1 : 4); turn += 1) {
      for (const clinic of clinics) alone.push(await press(server, clinic));
      together.push(Math.max(...(await Promise.all(clinics.map(async (clinic) => press(server, clinic))))));
    }
    const round = (milliseconds: number) => Math.round(milliseconds);
    console.log(
      `boards: ${streams} streams, ${(((after - before) * 1000) / streams).toFixed(1)} kB each (${round(before)} MB before, ${round(after)} MB after)`,
    );
    console.log(
      `boards: a press until all ${boards + pages} screens of its business show it: median ${round(median(alone))} ms, longest ${round(Math.max(...alone))} ms of ${alone.length}`,
    );
    console.log(
      `boards: ${businesses} presses together until all ${streams} screens show theirs: median ${round(median(together))} ms, longest ${round(Math.max(...together))} ms of ${together.length}`,
    );
  } finally {
    closing.abort();
    await server.stop();
    await cluster.stop();
  }
}

/** Turns numbers and the board of a business on, and lets a person wait. */
async function openClinic(server: RunningServer, headers: Record<string, string>): Promise<Clinic> {
  const send = async (method: string, path: string, body?: object) =>
    ask(server, headers, { method, path, body });
  await send('PUT', '/api/waiting-room', { tokens: true });
  const { address } = (await send('PUT', '/api/board', { isOn: true, showsNames: true })) as {
    address: string;
  };
  const board = `${server.address}${new URL(address).pathname}`;
  const { items } = (await send('GET', '/api/resources')) as { items: { id: string }[] };
  const person = { personName: 'Ravi Kumar', personEmail: 'ravi@people.example', resourceId: items[0]?.id };
  const booking = { ...person, date: indiaDate(now()), time: '12:00', walkIn: true };
  const { id } = (await send('POST', '/api/appointments', booking)) as { id: string };
  const ofBoard = { live: `${board}/live`, content: `${board}/now` };
  const ofPage = { live: `${server.address}/api/live`, content: `${server.address}/api/queue` };
  const paths = Array.from({ length: boards + pages }, (_, at) => (at < boards ? ofBoard : ofPage));
  return { headers, personId: id, paths, calls: 0, screens: [] };
}

/** Calls the person of a business, and returns the milliseconds until all its screens show it. */
async function press(server: RunningServer, clinic: Clinic): Promise<number> {
  clinic.calls += 1;
  const { personId, calls, screens, headers } = clinic;
  const all = screens.map(async (screen, at) =>
    screen.sees(at < boards ? `${personId} ${calls}"` : `"calls":${calls}`),
  );
  const began = performance.now();
  await ask(server, headers, {
    method: 'PUT',
    path: `/api/appointments/${personId}/call`,
    body: { number: calls },
  });
  await Promise.all(all);
  return performance.now() - began;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
}

async function ask(
  { address }: RunningServer,
  headers: Record<string, string>,
  { method, path, body }: Asked,
): Promise<unknown> {
  const reply = await fetch(address + path, {
    method,
    headers: {
      ...headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
