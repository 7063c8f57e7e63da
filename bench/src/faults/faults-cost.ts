import { indiaDate, now } from '@samay/contract/core/time';
import type { RunningServer } from '../servers/api-server.ts';
import { signIn } from '../load/sign-in.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';
import { addTenant, hashPassword } from '../data/fill.ts';
import { measure, type Measured } from '../load/load.ts';
import { makeRequests } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { enableDeliveries, type ThirdParties, type Condition } from './third-parties.ts';
import { median } from '../load/median.ts';

export interface FaultsCost {
  /** Bookings per second: a busy hour of many front desks, below the server's maximum. */
  readonly rate: number;
  readonly connections: number;
  readonly booked: Readonly<Record<Condition, Pick<Measured, 'perSecond' | 'median' | 'p95'>>>;
  /**
   * The 95th percentile divided by that of the same turn with all third parties up: each turn, and
   * the median.
   */
  readonly growth: Readonly<
    Record<'down' | 'hanging', { readonly median: number; readonly turns: readonly number[] }>
  >;
}

const [rate, connections] = [20, 4];
/** Factor of a turn's duration: a 95th percentile needs hundreds of bookings. */
const durationFactor = 3;

/**
 * Measures bookings with a calendar event, a webhook and a mail each, while the third parties are
 * up, down and hanging, in turns (I-22).
 */
export async function measureFaults(
  cluster: Cluster,
  server: RunningServer,
  parties: ThirdParties,
  { turns, seconds, warmUpSeconds }: Options,
): Promise<FaultsCost> {
  const tenant = await cluster.admin(async (client) => addTenant(client, 'measured', await hashPassword()));
  await enableDeliveries(server, await signIn(server.address, tenant), parties.receiver);

  const book = async (condition: Condition, forSeconds: number) => {
    // Deletes the deliveries that an earlier turn left in the outbox: they must not load this one.
    await cluster.admin((client) => client.query('delete from outbox'));
    await parties.setCondition(condition);
    const owner = await signIn(server.address, tenant);
    const requests = makeRequests('create', [owner], indiaDate(now()));
    return measure({ address: server.address, connections, rate, seconds: forSeconds, requests });
  };
  await book('up', warmUpSeconds);
  const measured: Record<Condition, Measured[]> = { up: [], down: [], hanging: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const condition of ['up', 'down', 'hanging'] as const)
      measured[condition].push(await book(condition, seconds * durationFactor));
  }
  return costOf(measured);
}

function costOf(measured: Record<Condition, Measured[]>): FaultsCost {
  const medians = (condition: Condition) => {
    const of = (key: 'perSecond' | 'median' | 'p95') => median(measured[condition].map((turn) => turn[key]));
    return { perSecond: of('perSecond'), median: of('median'), p95: of('p95') };
  };
  const growth = (condition: Condition) => {
    const turns = measured[condition].map(({ p95 }, turn) => p95 / (measured.up[turn]?.p95 ?? Number.NaN));
    return { median: median(turns), turns };
  };
  return {
    rate,
    connections,
    booked: { up: medians('up'), down: medians('down'), hanging: medians('hanging') },
    growth: { down: growth('down'), hanging: growth('hanging') },
  };
}
