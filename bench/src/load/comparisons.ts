import type { LocalDate } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import type { Tenants } from './tenants.ts';
import type { RunningServer } from '../servers/api-server.ts';
import { type Load, type LoadRequest, measure } from './load.ts';
import {
  isComparedWithItself,
  isChange,
  type Operation,
  type Requested,
  makeRequests,
  titles,
  withoutEtag,
} from './operations.ts';
import type { Options } from './options.ts';
import { signIn } from './sign-in.ts';
import { type Compared, compared, inTurns } from './turns.ts';

/** A server of the product and its businesses. */
export interface Product extends RunningServer {
  readonly tenants: Tenants;
}

/** The compared servers. */
export interface Compare {
  readonly api: Product;
  readonly lean: RunningServer;
  readonly options: Options;
  readonly monthStart: LocalDate;
}

/** A server and its requests. */
export interface Side extends Pick<Load, 'requests' | 'status'>, Pick<RunningServer, 'address' | 'pid'> {}

/**
 * By operation, a comparison for each number of connections. An operation without any could not be
 * measured.
 */
export type Comparisons = Partial<Record<Operation, Compared[]>>;

/**
 * Measures each operation at each number of connections. Each signs in again, because an access
 * token is valid for 15 minutes.
 */
export async function compare(bench: Compare, operations: readonly Operation[]): Promise<Comparisons> {
  const comparisons: Comparisons = {};
  for (const operation of operations) {
    if (isChange(operation)) continue;
    const all: Compared[] = [];
    for (const connections of bench.options.connections) {
      const one = await compareOne(bench, operation, connections);
      if (one) all.push(one);
      tell(operation, one);
    }
    comparisons[operation] = all;
  }
  return comparisons;
}

async function compareOne(
  { api, lean, monthStart, options: { turns, seconds, warmUpSeconds } }: Compare,
  operation: Requested,
  connections: number,
): Promise<Compared | undefined> {
  const [ours, theirs] = [
    await productSide(api, operation, monthStart),
    await leanSide({ api, lean }, operation, monthStart),
  ];
  if (!ours) return undefined;
  const measuring = (side: Side) => (turn: number) =>
    measure({ ...side, connections, seconds: turn === 0 ? warmUpSeconds : seconds });
  return compared(connections, await inTurns({ api: measuring(ours), lean: measuring(theirs) }, turns));
}

/** Prepares the requests for the product, or none for an unchanged list if it sends no ETag. */
export async function productSide(
  product: Product,
  operation: Requested,
  monthStart: LocalDate,
): Promise<Side | undefined> {
  const side = await signedIn(product, operation, monthStart);
  return operation === 'unchanged' ? unchanged(side) : side;
}

/** Prepares those for the lean server, or for the product if it is compared with itself. */
export async function leanSide(
  { api, lean }: Pick<Compare, 'api' | 'lean'>,
  operation: Requested,
  monthStart: LocalDate,
): Promise<Side> {
  if (isComparedWithItself(operation)) return signedIn(api, operation, monthStart, true);
  const callers = callersTenants(api.tenants, operation).map(leanCaller);
  return {
    address: lean.address,
    pid: lean.pid,
    requests: makeRequests(withoutEtag(operation), callers, monthStart),
  };
}

/** Returns the headers that tell the lean server the business. */
export function leanCaller({ id }: Tenant): Record<string, string> {
  return { 'x-tenant': id };
}

async function signedIn(
  { address, pid, tenants }: Product,
  operation: Requested,
  monthStart: LocalDate,
  isUnknown = false,
): Promise<Side> {
  const callers: Record<string, string>[] = [];
  for (const tenant of callersTenants(tenants, operation)) callers.push(await signIn(address, tenant));
  return { address, pid, requests: makeRequests(operation, callers, monthStart, isUnknown) };
}

function callersTenants({ measured, booked, timed }: Tenants, operation: Requested): readonly Tenant[] {
  switch (operation) {
    case 'spread':
      return booked;
    case 'create':
      return booked.slice(0, 1);
    case 'claimed':
      return [timed];
    default:
      return [measured];
  }
}

/**
 * Returns the requests with the ETags of their first replies, all of which have to be answered with
 * 304.
 */
async function unchanged(side: Side): Promise<Side | undefined> {
  const known: LoadRequest[] = [];
  for (const request of side.requests) {
    const reply = await fetch(`${side.address}${request.path}`, { headers: request.headers });
    await reply.arrayBuffer();
    const etag = reply.headers.get('etag');
    if (etag === null) return undefined;
    known.push({ ...request, headers: { ...request.headers, 'if-none-match': etag } });
  }
  return { ...side, requests: known, status: 304 };
}

function tell(operation: Operation, one: Compared | undefined): void {
  if (!one) return console.log(`${titles[operation]}: the server sent no ETag`);
  const { connections, api, lean, toLean } = one;
  console.log(
    `${titles[operation]} at ${connections}: ${api.perSecond.toFixed(0)}/s, lean ${lean.perSecond.toFixed(0)}/s, ratio ${toLean.median.toFixed(3)}; ` +
      `p99 ${api.p99.toFixed(1)} ms, lean ${lean.p99.toFixed(1)} ms`,
  );
}
