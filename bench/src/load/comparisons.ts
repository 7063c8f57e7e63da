import type { LocalDate } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import type { RunningServer } from '../servers/api-server.ts';
import { isBesideItself, type Operation, requestsOf, titles, withoutEtag } from './operations.ts';
import type { Options } from './options.ts';
import { type Caller, signIn } from './sign-in.ts';
import { type Compared, inTurns, type Sides } from './turns.ts';

/** The servers under comparison and their data. */
export interface Compare {
  readonly api: RunningServer;
  readonly lean: RunningServer;
  readonly bare: RunningServer;
  readonly options: Options;
  readonly monthStart: LocalDate;
  /**
   * `measured` has 10,000 rows and is only read; creates go to `booked`: of one business to the
   * first of them.
   */
  readonly measured: Tenant;
  readonly booked: readonly Tenant[];
  /** Has doctors, as `measured` has, and no bookings; `claimed` books there. */
  readonly timed: Tenant;
}

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
    const all: Compared[] = [];
    for (const connections of bench.options.connections) {
      const sides = await sidesOf(bench, operation);
      if (sides) all.push(await inTurns(sides, { ...bench.options, connections }));
      tell(operation, all.at(-1));
    }
    comparisons[operation] = all;
  }
  return comparisons;
}

/**
 * The requests for each server. Undefined for an unchanged list where the product sends no ETag.
 */
async function sidesOf(bench: Compare, operation: Operation): Promise<Sides | undefined> {
  const { api, lean, bare, monthStart } = bench;
  const callers = await callersOf(bench, operation);
  const plain = requestsOf(
    withoutEtag(operation),
    callers.map((caller) => caller.bare),
    monthStart,
  );
  const requests = requestsOf(
    operation,
    callers.map((caller) => caller.api),
    monthStart,
  );
  const beside = isBesideItself(operation)
    ? {
        address: api.address,
        requests: requestsOf(
          operation,
          callers.map((caller) => caller.api),
          monthStart,
          true,
        ),
      }
    : { address: lean.address, requests: plain };
  const own = operation === 'unchanged' ? await unchanged(api.address, requests) : { requests };
  return (
    own && {
      api: { address: api.address, ...own },
      lean: beside,
      bare: { address: bare.address, requests: plain },
    }
  );
}

async function callersOf({ api, ...tenantsOf }: Compare, operation: Operation): Promise<Caller[]> {
  const tenants = callersTenants(tenantsOf, operation);
  const callers: Caller[] = [];
  for (const tenant of tenants) callers.push(await signIn(api.address, tenant));
  return callers;
}

function callersTenants(
  { measured, booked, timed }: Pick<Compare, 'measured' | 'booked' | 'timed'>,
  operation: Operation,
): readonly Tenant[] {
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
 * The requests with the ETags that their first replies gave, all of which have to be answered with
 * 304.
 */
async function unchanged(
  address: string,
  requests: Sides['api']['requests'],
): Promise<Omit<Sides['api'], 'address'> | undefined> {
  const known: Sides['api']['requests'][number][] = [];
  for (const request of requests) {
    const reply = await fetch(`${address}${request.path}`, { headers: request.headers });
    await reply.arrayBuffer();
    const etag = reply.headers.get('etag');
    if (etag === null) return undefined;
    known.push({ ...request, headers: { ...request.headers, 'if-none-match': etag } });
  }
  return { requests: known, status: 304 };
}

function tell(operation: Operation, compared: Compared | undefined): void {
  if (!compared) return console.log(`${titles[operation]}: the server sent no ETag`);
  const { connections, api, lean, bare, toLean, toBare } = compared;
  console.log(
    `${titles[operation]} at ${connections}: ${api.perSecond.toFixed(0)}/s, lean ${lean.perSecond.toFixed(0)}/s, ratio ${toLean.median.toFixed(3)}, ` +
      `bare ${bare.perSecond.toFixed(0)}/s, ratio ${toBare.median.toFixed(2)}; p99 ${api.p99.toFixed(1)} ms, lean ${lean.p99.toFixed(1)} ms`,
  );
}
