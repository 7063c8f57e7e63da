import type { Caller } from '../load/sign-in.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';
import { measure } from '../load/load.ts';
import { requestsOf } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { median } from '../load/median.ts';

export interface NotifyCost {
  readonly connections: number;
  /** Creates a second. */
  readonly withTrigger: number;
  readonly without: number;
  /** Cost in percent of the throughput. Above 10, the outbox has to announce changes instead of the trigger (architecture, "Live updates"). */
  readonly cost: number;
  readonly costs: readonly number[];
}

/** Measures the cost of the NOTIFY at commit: the same load of creates with and without the trigger, in turns. */
export async function measureNotify(
  cluster: Cluster,
  address: string,
  caller: Caller,
  monthStart: string,
  { turns, seconds, warmUpSeconds }: Options,
): Promise<NotifyCost> {
  const connections = 16;
  const requests = requestsOf('create', [caller.api], monthStart);
  const create = async (forSeconds: number) => (await measure({ address, connections, seconds: forSeconds, requests })).perSecond;
  const announce = (on: boolean) =>
    cluster.admin((client) => client.query(`alter table appointments ${on ? 'enable' : 'disable'} trigger announce_change`));

  await create(warmUpSeconds);
  const pairs: { on: number; off: number }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const on = await create(seconds);
    await announce(false);
    const off = await create(seconds);
    await announce(true);
    pairs.push({ on, off });
  }
  const costs = pairs.map(({ on, off }) => 100 * (1 - on / off));
  return {
    connections,
    withTrigger: median(pairs.map(({ on }) => on)),
    without: median(pairs.map(({ off }) => off)),
    cost: median(costs),
    costs,
  };
}
