import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { residentMb } from '../servers/memory.ts';
import { receiptsOf } from './receipts.ts';
import type { Group, LiveLoad, LiveMeasured } from './screens.ts';

/**
 * The number of connections that are opened concurrently; less than the backlog of a listening
 * socket.
 */
const openedTogether = 100;
/** The time limit for the last event. */
const lastMs = 10_000;
/** The ids of the announced rows, which end with the number of the event. */
const idStart = '00000000-0000-4000-8000-';
const announced = new RegExp(`${idStart}(\\d{12})`, 'g');

process.once('message', (load: LiveLoad) => {
  void run(load).then((measured) => process.send?.(measured, () => process.exit(0)));
});

async function run({ address, pid, databaseUrl, groups, events, everyMs }: LiveLoad): Promise<LiveMeasured> {
  const sentAt: number[] = [];
  const delays: number[][] = Array.from({ length: events }, () => []);
  const receive = (text: string) => {
    const at = performance.now();
    for (const [, number] of text.matchAll(announced))
      delays[Number(number)]?.push(at - (sentAt[Number(number)] ?? Number.NaN));
  };

  const before = await residentMb(pid);
  const began = performance.now();
  const waiting = groups.flatMap((group) => Array.from({ length: group.screens }, () => group));
  while (waiting.length > 0)
    await Promise.all(waiting.splice(0, openedTogether).map((group) => openScreen(address, group, receive)));
  const opening = (performance.now() - began) / 1000;
  const after = await residentMb(pid);

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let event = 0; event < events; event += 1) {
    const { tenantId } = groups[event % groups.length] ?? { tenantId: '' };
    sentAt[event] = performance.now();
    await client.query(
      `select pg_notify('changes', '${tenantId} appointments ${idStart}${String(event).padStart(12, '0')} update')`,
    );
    await wait(everyMs);
  }
  await client.end();

  const screensOf = (event: number) => {
    const tenantId = groups[event % groups.length]?.tenantId;
    return groups.reduce((sum, group) => sum + (group.tenantId === tenantId ? group.screens : 0), 0);
  };
  const missingNow = () =>
    delays.reduce((sum, received, event) => sum + screensOf(event) - received.length, 0);
  for (let waited = 0; missingNow() > 0 && waited < lastMs; waited += 100) await wait(100);
  return { ...receiptsOf(delays), opening, memory: { before, after }, missing: missingNow() };
}

/**
 * Opens one event stream and reads it until the process ends. Reads into one buffer, so that
 * receiving costs as little as possible.
 */
async function openScreen(
  address: string,
  { headers }: Group,
  receive: (text: string) => void,
): Promise<void> {
  const { hostname, port } = new URL(address);
  const lines = Object.entries({ host: 'localhost', accept: 'text/event-stream', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    let isOpen = false;
    const callback = (bytes: number) => {
      const text = shared.toString('latin1', 0, bytes);
      if (isOpen) receive(text);
      else if (text.startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(`opening a stream answered ${text.slice(0, 200)}`));
      isOpen = true;
      return true;
    };
    const socket: Socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: shared, callback },
    });
    socket.on('error', reject).on('close', () => reject(new Error('the server closed a stream')));
    socket.write(`GET /api/live HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}

const shared = Buffer.allocUnsafe(64 * 1024);
