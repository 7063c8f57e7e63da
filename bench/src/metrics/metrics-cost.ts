import { indiaDate, now } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import { measure, type Measured } from '../load/load.ts';
import { median, type Ratio, medianRatio } from '../load/median.ts';
import { makeRequests } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { signIn } from '../load/sign-in.ts';
import { processorMs } from '../servers/processor-time.ts';
import type { RunningServer } from '../servers/api-server.ts';

/** The product while it counts for Prometheus, and without metrics. */
export interface MetricsCost {
  readonly connections: number;
  readonly counting: Side;
  readonly plain: Side;
  /** The throughput while counting divided by that without. */
  readonly ratio: Ratio;
  /** The ratio of the processor time of a list, which other load of the machine changes less. */
  readonly processorRatio: Ratio;
}

interface Side extends Pick<Measured, 'perSecond' | 'p99'> {
  /** Milliseconds of the server's processor time for a list. */
  readonly processor: number;
}

export interface Servers {
  readonly counting: RunningServer;
  readonly plain: RunningServer;
  /** The address at which the counting one answers Prometheus. */
  readonly metrics: string;
}

/**
 * Measures the list of both servers in turns. Prometheus reads once in each turn of the counting
 * one, more often than every 15 s.
 */
export async function measureMetrics(
  { counting, plain, metrics }: Servers,
  tenant: Tenant,
  { turns, seconds, warmUpSeconds }: Options,
  connections: number,
): Promise<MetricsCost> {
  const list = async ({ address, pid }: RunningServer, forSeconds: number): Promise<Side> => {
    const owner = await signIn(address, tenant);
    const before = processorMs(pid);
    const measured = await measure({
      address,
      connections,
      seconds: forSeconds,
      requests: makeRequests('list', [owner], indiaDate(now())),
    });
    return {
      ...measured,
      processor: (processorMs(pid) - before) / (measured.perSecond * forSeconds),
    };
  };
  const counted = async (forSeconds: number) => {
    const measuring = list(counting, forSeconds);
    const before = await countedLists(metrics);
    const measured = await measuring;
    if ((await countedLists(metrics)) <= before)
      throw new Error('the server that should count has not counted its lists');
    return measured;
  };
  await counted(warmUpSeconds);
  await list(plain, warmUpSeconds);
  const measured: { counting: Side[]; plain: Side[] } = { counting: [], plain: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    // Alternates which one is first: the second finds the caches of PostgreSQL warm.
    if (turn % 2 === 0) measured.counting.push(await counted(seconds));
    measured.plain.push(await list(plain, seconds));
    if (turn % 2 === 1) measured.counting.push(await counted(seconds));
  }
  const each = (side: readonly Side[], figure: keyof Side) => side.map((turn) => turn[figure]);
  const medians = (side: readonly Side[]) => ({
    perSecond: median(each(side, 'perSecond')),
    p99: median(each(side, 'p99')),
    processor: median(each(side, 'processor')),
  });
  return {
    connections,
    counting: medians(measured.counting),
    plain: medians(measured.plain),
    ratio: medianRatio(each(measured.counting, 'perSecond'), each(measured.plain, 'perSecond')),
    processorRatio: medianRatio(each(measured.counting, 'processor'), each(measured.plain, 'processor')),
  };
}

const requests = 'samay_http_request_duration_seconds';

/** Returns the number of lists that the server has counted. */
async function countedLists(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`${requests}_count{`) && each.includes('route="/api/appointments"'));
  return Number(line?.split(' ').at(-1) ?? 0);
}
