import type { LocalDate } from '@samay/contract/core/time';
import { type LoadRequest, type Measured, measure } from '../load/load.ts';
import { medians, type Ratio, medianRatio } from '../load/median.ts';
import { makeRequests } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { signIn } from '../load/sign-in.ts';
import { inTurns } from '../load/turns.ts';
import type { Filled } from './businesses.ts';

export const citusOperations = ['list', 'search', 'slots', 'create', 'analytics'] as const;
export type CitusOperation = (typeof citusOperations)[number];

/** The results of one PostgreSQL and three nodes of Citus, with the same rows. */
export interface CitusCompared {
  readonly operation: CitusOperation;
  readonly connections: number;
  readonly one: Measured;
  readonly citus: Measured;
  /** The cluster's median answer, and its 99th percentile, divided by the one PostgreSQL's. */
  readonly p50: Ratio;
  readonly p99: Ratio;
}

export type Requests = Readonly<Record<CitusOperation, readonly LoadRequest[]>>;

/** A server, its measured businesses, and its super admin's headers. */
export interface Measuring extends Pick<Filled, 'measured'> {
  readonly address: string;
  readonly administrator: Record<string, string>;
}

/**
 * Creates the requests of each operation, spread over the businesses. Access tokens are valid for a
 * quarter of an hour, which is longer than the analytics need.
 */
export async function requestsTo(
  { address, measured, administrator }: Measuring,
  monthStart: LocalDate,
): Promise<Requests> {
  const owners: Record<string, string>[] = [];
  for (const tenant of measured) owners.push(await signIn(address, tenant));
  const ofEach = (operation: 'list' | 'search' | 'slots') =>
    owners.flatMap((owner) => makeRequests(operation, [owner], monthStart));
  return {
    list: ofEach('list'),
    search: ofEach('search'),
    slots: ofEach('slots'),
    create: makeRequests('spread', owners, monthStart),
    analytics: [{ method: 'GET', path: '/api/platform/analytics', headers: administrator }],
  };
}

/** Measures both in alternating turns, and takes medians over the turns. */
export async function compareOperation(
  operation: CitusOperation,
  sides: Readonly<Record<'one' | 'citus', { address: string; requests: Requests }>>,
  { turns, seconds, warmUpSeconds }: Options,
  connections: number,
): Promise<CitusCompared> {
  const measuring = (side: 'one' | 'citus') => (turn: number) =>
    measure({
      address: sides[side].address,
      requests: sides[side].requests[operation],
      connections,
      seconds: turn === 0 ? warmUpSeconds : seconds,
    });
  const { one, citus } = await inTurns({ one: measuring('one'), citus: measuring('citus') }, turns);
  const of = (all: readonly Measured[], key: 'median' | 'p99') => all.map((each) => each[key]);
  return {
    operation,
    connections,
    one: medians(one),
    citus: medians(citus),
    p50: medianRatio(of(citus, 'median'), of(one, 'median')),
    p99: medianRatio(of(citus, 'p99'), of(one, 'p99')),
  };
}
