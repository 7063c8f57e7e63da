import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { indiaDate, now } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import { measure, type Measured } from '../load/load.ts';
import { makeRequests } from '../load/operations.ts';
import { signIn } from '../load/sign-in.ts';
import type { RunningServer } from '../servers/api-server.ts';
import { residentMb } from '../servers/memory.ts';
import { clusterMs, processorMs } from '../servers/processor-time.ts';
import { writeFileOfVisits } from './imported-file.ts';

type Create = Pick<Measured, 'median' | 'p95' | 'p99'>;

/** A stage of an import. */
interface Stage {
  readonly seconds: number;
  /** The processor time of the server and its PostgreSQL, a desk's share included. */
  readonly processorSeconds: number;
}

export interface ImportMeasured {
  /** The upload, and the reading and storing of the rows. */
  readonly reading: Stage;
  readonly checking: Stage;
  /** The bringing in, with a desk that books. */
  readonly running: Stage;
  /** The highest memory of the server, and of the process that reads the file. */
  readonly serverMb: number;
  readonly readerMb: number;
  /** The creates of a desk without the import, half of them before it and half after it, and while it runs. */
  readonly alone: Create;
  readonly beside: Create;
  readonly refused: number;
}

interface Bench {
  readonly server: RunningServer;
  readonly postmaster: number;
  readonly tenant: Tenant;
  readonly rows: number;
  readonly deskSeconds: number;
}

const desk = { connections: 4, rate: 10 };
const columns = 'name,contact,date,time,resource,service,paid,method';
const longestMs = 30 * 60_000;

/** Measures an import from its file to its last row, and a desk that books while it is brought in. */
export async function measureImport(bench: Bench): Promise<ImportMeasured> {
  const { server, tenant, rows, deskSeconds } = bench;
  await creates(bench, 5);
  const before = await creates(bench, deskSeconds / 2);
  const watching = new AbortController();
  const memory = watchMemory(server.pid, watching.signal);
  const file = writeFileOfVisits(rows);
  let id = '';
  const reading = await timed(bench, async () => {
    const form = new FormData();
    form.append('file', file, 'visits.csv');
    const path = `/api/imports?kind=bookings&columns=${columns}`;
    const headers = await signIn(server.address, tenant);
    const reply = await fetch(server.address + path, { method: 'POST', headers, body: form });
    if (reply.status !== 201) throw new Error(`the file was answered ${reply.status}: ${await reply.text()}`);
    id = ((await reply.json()) as { id: string }).id;
    await until(bench, id, (state) => state !== 'reading');
  });
  const checking = await timed(bench, () => until(bench, id, (state) => state === 'ready'));
  let beside: Create = before;
  let refused = 0;
  const running = await timed(bench, async () => {
    const headers = await signIn(server.address, tenant);
    const reply = await fetch(`${server.address}/api/imports/${id}/run`, { method: 'POST', headers });
    if (reply.status !== 201)
      throw new Error(`the start was answered ${reply.status}: ${await reply.text()}`);
    [beside, refused] = await Promise.all([
      creates(bench, deskSeconds),
      until(bench, id, (state) => state === 'done'),
    ]);
  });
  watching.abort();
  const alone = getMean(before, await creates(bench, deskSeconds / 2));
  return { reading, checking, running, ...(await memory), alone, beside, refused };
}

/** Books as a desk with several people does. */
async function creates({ server, tenant }: Bench, seconds: number): Promise<Create> {
  const headers = await signIn(server.address, tenant);
  const requests = makeRequests('create', [headers], `${indiaDate(now()).slice(0, 7)}-01`);
  const { median, p95, p99 } = await measure({ address: server.address, ...desk, seconds, requests });
  return { median, p95, p99 };
}

function getMean(one: Create, other: Create): Create {
  const mean = (name: keyof Create) => (one[name] + other[name]) / 2;
  return { median: mean('median'), p95: mean('p95'), p99: mean('p99') };
}

async function timed({ server, postmaster }: Bench, work: () => Promise<unknown>): Promise<Stage> {
  const taken = () => processorMs(server.pid) + clusterMs(postmaster);
  const [began, before] = [performance.now(), taken()];
  await work();
  return {
    seconds: (performance.now() - began) / 1000,
    processorSeconds: (taken() - before) / 1000,
  };
}

interface Found {
  readonly state: string;
  readonly failure: string | null;
  readonly counts: { readonly new: number; readonly refused: number } | null;
}

/** Waits until an import is in a state; returns the number of its refused rows. */
async function until(
  { server, tenant, rows }: Bench,
  id: string,
  isSo: (state: string) => boolean,
): Promise<number> {
  const end = performance.now() + longestMs;
  let headers = await signIn(server.address, tenant);
  while (performance.now() < end) {
    let reply = await fetch(`${server.address}/api/imports/${id}`, { headers });
    if (reply.status === 401) {
      headers = await signIn(server.address, tenant);
      reply = await fetch(`${server.address}/api/imports/${id}`, { headers });
    }
    const { state, failure, counts } = (await reply.json()) as Found;
    if (state === 'failed') throw new Error(`the import failed: ${failure}`);
    if (isSo(state)) {
      if (state === 'done' && counts?.new !== rows) throw new Error(`${counts?.new} of ${rows} are in`);
      return counts?.refused ?? 0;
    }
    await wait(500);
  }
  throw new Error('the import took too long');
}

/** Returns the highest memory of a server and of its children in MB until the signal. */
async function watchMemory(
  pid: number,
  signal: AbortSignal,
): Promise<{ serverMb: number; readerMb: number }> {
  let [serverMb, readerMb] = [0, 0];
  while (!signal.aborted) {
    serverMb = Math.max(serverMb, await residentMb(pid));
    readerMb = Math.max(readerMb, await childrenMb(pid));
    await wait(250);
  }
  return { serverMb, readerMb };
}

async function childrenMb(pid: number): Promise<number> {
  const listed = await promisify(execFile)('ps', ['-o', 'rss=', '--ppid', String(pid)]).catch(() => ({
    stdout: '',
  }));
  const kilobytes = listed.stdout.split('\n').map(Number);
  return (Math.max(0, ...kilobytes) * 1024) / 1e6;
}
