import { indiaDate, now } from '@samay/contract/core/time';
import type { RunningServer } from '../servers/api-server.ts';
import { signIn } from '../load/sign-in.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';
import { addTenant, hashPassword } from '../data/fill.ts';
import { measure, type Measured } from '../load/load.ts';
import { requestsOf } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { followBookings, type ThirdParties, type Weather } from './third-parties.ts';
import { median } from '../load/turns.ts';

export interface FaultsCost {
  /** Bookings a second that were asked for: a busy hour of many desks, below what the server can do. */
  readonly rate: number;
  readonly connections: number;
  readonly booked: Readonly<Record<Weather, Pick<Measured, 'perSecond' | 'median' | 'p95'>>>;
  /** The 95th percentile over that of the same turn with all third parties up: the median of the turns, and each. */
  readonly growth: Readonly<Record<'down' | 'hanging', { readonly median: number; readonly turns: readonly number[] }>>;
}

const [rate, connections] = [20, 4];
/** Of the other parts' turns: a 95th percentile needs hundreds of bookings. */
const turnsLonger = 3;

/** Bookings that an event, a webhook and a mail follow, while those who take them are up, down and hanging, in turns (reliability I22). */
export async function measureFaults(
  cluster: Cluster,
  server: RunningServer,
  parties: ThirdParties,
  { turns, seconds, warmUpSeconds }: Options,
): Promise<FaultsCost> {
  const tenant = await cluster.admin(async (client) => addTenant(client, 'measured', await hashPassword()));
  await followBookings(server, await signIn(server.address, tenant), parties.receiver);

  const book = async (weather: Weather, forSeconds: number) => {
    // What an earlier turn left behind is not this one's work.
    await cluster.admin((client) => client.query('delete from outbox'));
    await parties.become(weather);
    const { api } = await signIn(server.address, tenant);
    const requests = requestsOf('create', api, indiaDate(now()));
    return measure({ address: server.address, connections, rate, seconds: forSeconds, requests });
  };
  await book('up', warmUpSeconds);
  const measured: Record<Weather, Measured[]> = { up: [], down: [], hanging: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const weather of ['up', 'down', 'hanging'] as const) measured[weather].push(await book(weather, seconds * turnsLonger));
  }
  return costOf(measured);
}

function costOf(measured: Record<Weather, Measured[]>): FaultsCost {
  const middle = (weather: Weather) => {
    const of = (key: 'perSecond' | 'median' | 'p95') => median(measured[weather].map((turn) => turn[key]));
    return { perSecond: of('perSecond'), median: of('median'), p95: of('p95') };
  };
  const growth = (weather: Weather) => {
    const turns = measured[weather].map(({ p95 }, turn) => p95 / (measured.up[turn]?.p95 ?? Number.NaN));
    return { median: median(turns), turns };
  };
  return {
    rate,
    connections,
    booked: { up: middle('up'), down: middle('down'), hanging: middle('hanging') },
    growth: { down: growth('down'), hanging: growth('hanging') },
  };
}
