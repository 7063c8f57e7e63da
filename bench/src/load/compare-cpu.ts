import type { LocalDate } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import type { Booking } from './tenants.ts';
import type { PlainCluster } from '../servers/postgres-cluster.ts';
import { clusterMs, processorMs, untilIdle } from '../servers/processor-time.ts';
import { type Product, productSide, type Side } from './sides.ts';
import { measure } from './load.ts';
import { medians, type Ratio, medianRatio } from './median.ts';
import type { Options } from './options.ts';
import { type Change, makeChanges, isChange, type Operation, titles } from './operations.ts';
import { signIn } from './sign-in.ts';
import { inTurns } from './turns.ts';

/** The cost of a request. */
export interface Cost {
  /** Milliseconds of processor time of the server and of its PostgreSQL. */
  readonly cpuMs: number;
  readonly perSecond: number;
}

/** The medians over the turns; `before` is absent if it was not measured. */
export interface CpuCompared {
  readonly api: Cost;
  readonly before?: Cost;
  /** The product's processor time and its throughput divided by those of the earlier commit. */
  readonly cpuToBefore?: Ratio;
  readonly speedToBefore?: Ratio;
}

export type CpuComparisons = Partial<Record<Operation, CpuCompared>>;

/** The product of a tree, with a separate PostgreSQL. */
export interface ProductOfTree extends Product {
  readonly cluster: PlainCluster;
  /** A business whose bookings are changed, and these bookings. */
  readonly changed: { readonly tenant: Tenant; readonly bookings: readonly Booking[] };
}

export interface CompareCpu {
  readonly api: ProductOfTree;
  readonly before?: ProductOfTree | undefined;
  readonly monthStart: LocalDate;
  readonly options: Pick<Options, 'turns' | 'quick'>;
}

const connections = 16;

/** The number of requests of a turn, all of which are answered; they take about a second. */
const requestsOfTurn: Record<Operation, number> = {
  list: 1000,
  unchanged: 5000,
  search: 1000,
  revenue: 3000,
  create: 800,
  spread: 800,
  slots: 500,
  claimed: 600,
  pay: 400,
  move: 400,
  cancel: 400,
};

function amountFor(operation: Operation, { quick }: Pick<Options, 'quick'>): number {
  return requestsOfTurn[operation] / (quick ? 10 : 1);
}

/**
 * Returns the number of changed bookings: each turn, including the one that warms up, has its own.
 */
export function bookingsToChange(options: CompareCpu['options']): number {
  return amountFor('cancel', options) * (options.turns + 1);
}

/** Measures each operation on all servers, in turns. */
export async function compareCpu(
  bench: CompareCpu,
  operations: readonly Operation[],
): Promise<CpuComparisons> {
  const comparisons: CpuComparisons = {};
  for (const operation of operations) {
    const sides = await prepareSides(bench, operation);
    if (!sides) continue;
    const one = comparedCpu(await inTurns(sides, bench.options.turns));
    tell(operation, one);
    comparisons[operation] = one;
  }
  return comparisons;
}

/** Takes the medians of the turns, and the ratios of each turn. */
export function comparedCpu({
  api,
  before,
}: Readonly<Record<'api' | 'before', readonly Cost[]>>): CpuCompared {
  const toBefore = (key: keyof Cost) =>
    medianRatio(
      api.map((turn) => turn[key]),
      before.map((turn) => turn[key]),
    );
  return {
    api: medians(api),
    ...(before.length > 0 && {
      before: medians(before),
      cpuToBefore: toBefore('cpuMs'),
      speedToBefore: toBefore('perSecond'),
    }),
  };
}

type Measuring = (turn: number) => Promise<Cost>;

/** Prepares the sides, or returns undefined where the product sends no ETag for an unchanged list. */
async function prepareSides(
  { api, before, monthStart, options }: CompareCpu,
  operation: Operation,
): Promise<Readonly<Record<'api' | 'before', Measuring | undefined>> | undefined> {
  const amount = amountFor(operation, options);
  const ofProduct = async (product: ProductOfTree) => {
    const side = isChange(operation)
      ? await changingSide(product, operation)
      : await productSide(product, operation, monthStart);
    return side && measuring(side, product.cluster, amount, isChange(operation));
  };
  const ours = await ofProduct(api);
  return ours && { api: ours, before: before && (await ofProduct(before)) };
}

async function changingSide(
  { address, pid, changed: { tenant, bookings } }: ProductOfTree,
  operation: Change,
): Promise<Side> {
  return { address, pid, requests: makeChanges(operation, await signIn(address, tenant), bookings) };
}

/**
 * Measures turns of a side, with new requests in each turn if each is sent once. Servers run in
 * turns, so all work of a PostgreSQL during a turn belongs to the side, and so does the server's
 * work after the answers to its writes.
 */
function measuring(side: Side, { postmaster }: PlainCluster, amount: number, isOnce = false): Measuring {
  const takenMs = () => processorMs(side.pid) + clusterMs(postmaster);
  return async (turn) => {
    const requests = isOnce ? side.requests.slice(turn * amount, (turn + 1) * amount) : side.requests;
    const before = takenMs();
    const { perSecond } = await measure({ ...side, requests, amount, connections });
    if (requests.some(({ method }) => method !== 'GET')) await untilIdle(takenMs);
    return { cpuMs: (takenMs() - before) / amount, perSecond };
  };
}

function tell(operation: Operation, { api, before, cpuToBefore }: CpuCompared): void {
  const told = Object.entries({ Samay: api, before })
    .map(([name, cost]) => cost && `${name} ${cost.cpuMs.toFixed(2)} ms, ${cost.perSecond.toFixed(0)}/s`)
    .filter((each) => each !== undefined);
  const ratio = cpuToBefore ? `; to before ${cpuToBefore.median.toFixed(2)}` : '';
  console.log(`processor time of ${titles[operation]}: ${told.join('; ')}${ratio}`);
}
