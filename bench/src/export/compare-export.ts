import { setTimeout as wait } from 'node:timers/promises';
import { indiaDate, now } from '@samay/contract/core/time';
import { password, type Tenant } from '../data/fill.ts';
import { type Load, measure, type Measured } from '../load/load.ts';
import { medianRatio, medians, type Ratio } from '../load/median.ts';
import { makeRequests } from '../load/operations.ts';
import { signIn } from '../load/sign-in.ts';
import { inTurns } from '../load/turns.ts';
import type { RunningServer } from '../servers/api-server.ts';
import { residentMb } from '../servers/memory.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';
import { settledMemory } from '../start/resident-memory.ts';

/** A turn of the desk: its latencies in milliseconds, and the highest memory of the server in MB. */
interface DeskTurn extends Pick<Measured, 'median' | 'p95' | 'p99'> {
  readonly memoryMb: number;
}

export interface ExportCompared {
  /** The memory of the server before its first request, and the highest of a desk before any export. */
  readonly idleMb: number;
  readonly workingMb: number;
  readonly alone: DeskTurn;
  readonly beside: DeskTurn;
  /** The 95th percentile during an export, divided by the one without. */
  readonly p95ToAlone: Ratio;
  /** How long an export takes while the desk works, and its length. */
  readonly exportSeconds: number;
  readonly exportMb: number;
}

interface CompareExport {
  readonly server: RunningServer;
  readonly cluster: Cluster;
  readonly tenant: Tenant;
  readonly turns: number;
}

/** The requests a second of a desk with several people, far from what the server can answer. */
const desk = { connections: 4, rate: 20 };
const longestSeconds = 1200;
const warmUpSeconds = 10;

/** Measures the desk of a business in turns, without an export of the business and with one. */
export async function compareExport({ turns, ...bench }: CompareExport): Promise<ExportCompared> {
  const idleMb = await settledMemory(bench.server.pid);
  const { memoryMb: workingMb } = await deskTurn(bench, warmUpSeconds);
  // The first one, which is not measured, shows how long a turn is.
  const first = await exporting(bench, warmUpSeconds);
  const seconds = Math.max(1, Math.floor(first.made.seconds * 0.9));
  const exports: Made[] = [];
  const measured = await inTurns<'alone' | 'beside', DeskTurn>(
    {
      alone: () => deskTurn(bench, seconds),
      beside: async () => {
        const { turn, made } = await exporting(bench, seconds);
        exports.push(made);
        return turn;
      },
    },
    turns,
  );
  const made = medians(exports);
  return {
    idleMb,
    workingMb,
    alone: medians(measured.alone),
    beside: medians(measured.beside),
    p95ToAlone: medianRatio(
      measured.beside.map(({ p95 }) => p95),
      measured.alone.map(({ p95 }) => p95),
    ),
    exportSeconds: made.seconds,
    exportMb: made.mb,
  };
}

interface Made {
  readonly seconds: number;
  readonly mb: number;
}

type Bench = Omit<CompareExport, 'turns'>;

/** Asks for an export, and measures the desk while it is made. */
async function exporting(bench: Bench, seconds: number): Promise<{ turn: DeskTurn; made: Made }> {
  const { server, cluster, tenant } = bench;
  await cluster.admin((client) => client.query('delete from archives where tenant_id = $1', [tenant.id]));
  const headers = await signIn(server.address, tenant);
  const reply = await fetch(`${server.address}/api/archive`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  if (reply.status !== 201) throw new Error(`the export was answered ${reply.status}: ${await reply.text()}`);
  await untilArchive(cluster, tenant, ({ attempts }) => attempts > 0);
  const began = performance.now();
  const measured = deskTurn(bench, seconds);
  const ready = untilArchive(cluster, tenant, ({ state }) => state !== 'waiting').then((archive) => ({
    ...archive,
    seconds: (performance.now() - began) / 1000,
  }));
  const [turn, archive] = await Promise.all([measured, ready]);
  if (archive.state !== 'ready' || archive.attempts !== 1)
    throw new Error(`the export is ${archive.state} after ${archive.attempts} tries`);
  return { turn, made: { seconds: archive.seconds, mb: Number(archive.bytes) / 1e6 } };
}

interface ArchiveRow {
  readonly state: string;
  readonly attempts: number;
  readonly bytes: string | null;
}

async function untilArchive(
  cluster: Cluster,
  { id }: Tenant,
  isSo: (archive: ArchiveRow) => boolean,
): Promise<ArchiveRow> {
  return cluster.admin(async (client) => {
    for (let tries = 0; tries < longestSeconds * 10; tries += 1) {
      const { rows } = await client.query<ArchiveRow>(
        'select state, attempts, bytes::text from archives where tenant_id = $1',
        [id],
      );
      const [archive] = rows;
      if (archive && isSo(archive)) return archive;
      await wait(100);
    }
    throw new Error('the export was not made');
  });
}

/** Measures a desk that lists, searches, adds up its revenue and books. */
async function deskTurn({ server, tenant }: Bench, seconds: number): Promise<DeskTurn> {
  const headers = await signIn(server.address, tenant);
  const monthStart = `${indiaDate(now()).slice(0, 7)}-01` as const;
  const requests = (['list', 'search', 'revenue', 'create'] as const).flatMap((operation) => {
    const [request] = makeRequests(operation, [headers], monthStart);
    return request ? [request] : [];
  });
  const load: Load = { address: server.address, ...desk, seconds, requests };
  const watching = new AbortController();
  const highest = highestMemory(server.pid, watching.signal);
  const { median, p95, p99 } = await measure(load).finally(() => watching.abort());
  return { median, p95, p99, memoryMb: await highest };
}

/** Returns the highest resident memory of a process in MB until the signal. */
async function highestMemory(pid: number, signal: AbortSignal): Promise<number> {
  let highest = 0;
  while (!signal.aborted) {
    highest = Math.max(highest, await residentMb(pid));
    await wait(250);
  }
  return highest;
}
