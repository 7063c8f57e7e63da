import { indiaDate, now } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import { type Explained, explain, recordStatements } from '../database/explain.ts';
import { logStatements } from '../database/statement-log.ts';
import { type LoadRequest, type Measured, measure } from '../load/load.ts';
import { medianRatio, medians, type Ratio } from '../load/median.ts';
import type { Options } from '../load/options.ts';
import { signIn } from '../load/sign-in.ts';
import { inTurns } from '../load/turns.ts';
import { startApiServer } from '../servers/api-server.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';

/** The month's takings of a business alone in its database, and of one among many. */
export interface ReceivedCompared {
  readonly connections: number;
  readonly alone: Measured;
  readonly beside: Measured;
  /** The median answer with the others divided by the one alone. */
  readonly p50: Ratio;
  readonly p99: Ratio;
}

/** A server on a database, and the measured business. */
export interface Side {
  readonly address: string;
  readonly tenant: Tenant;
}

/** Measures both servers in alternating turns, and takes medians over the turns. */
export async function compareReceived(
  sides: Readonly<Record<'alone' | 'beside', Side>>,
  { turns, seconds, warmUpSeconds }: Options,
  connections: number,
): Promise<ReceivedCompared> {
  const measuring = async ({ address, tenant }: Side) => {
    const requests = [await monthRequest(address, tenant)];
    return (turn: number) =>
      measure({ address, requests, connections, seconds: turn === 0 ? warmUpSeconds : seconds });
  };
  const { alone, beside } = await inTurns(
    { alone: await measuring(sides.alone), beside: await measuring(sides.beside) },
    turns,
  );
  const of = (all: readonly Measured[], key: 'median' | 'p99') => all.map((each) => each[key]);
  return {
    connections,
    alone: medians(alone),
    beside: medians(beside),
    p50: medianRatio(of(beside, 'median'), of(alone, 'median')),
    p99: medianRatio(of(beside, 'p99'), of(alone, 'p99')),
  };
}

/** Returns the plans of the statements that answer the request, from a server that logs them. */
export async function explainReceived(cluster: Cluster, port: number, tenant: Tenant): Promise<Explained[]> {
  await logStatements(cluster, true);
  // Uses one connection: those that are opened later are not logged.
  const server = await startApiServer(cluster, port, { DATABASE_POOL_SIZE: '1', DATABASE_IDLE_MS: '600000' });
  await logStatements(cluster, false);
  try {
    const request = await monthRequest(server.address, tenant);
    const explained = await explain(cluster, await recordStatements(cluster, server.address, request));
    return explained.filter(({ statement }) => /\bpayments\b/.test(statement));
  } finally {
    await server.stop();
  }
}

/** Returns whether the payments are read by the index of their days alone, and never whole. */
export function isByIndex(plans: readonly Explained[]): boolean {
  const nodes = plans.flatMap(({ plan }) => plan.filter((node) => /\bpayments/.test(node)));
  return nodes.length > 0 && nodes.every((node) => node.trim() === 'Index Only Scan payments_taken');
}

/** Returns the request of the current month, by method, person and day. */
async function monthRequest(address: string, tenant: Tenant): Promise<LoadRequest> {
  const today = indiaDate(now());
  const path = `/api/received?from=${today.slice(0, 7)}-01&to=${today}`;
  return { method: 'GET', path, headers: await signIn(address, tenant) };
}
