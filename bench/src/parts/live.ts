import { hashPassword, type Tenant } from '../data/fill.ts';
import { compareLive, type LiveCompared } from '../live/compare-live.ts';
import { addBusiness } from '../live/people.ts';
import type { LiveLoad } from '../live/screens.ts';
import type { Options } from '../load/options.ts';
import { signIn } from '../load/sign-in.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { type RunningServer, startApiServer } from '../servers/api-server.ts';
import { startBareStreams } from '../servers/bare-streams.ts';
import { ports } from '../servers/ports.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';

const sizes = [1_000, 5_000] as const;
/** The screens of one person's session; by default one business may have as many in all. */
const screensEach = 100;
const unlimited = '1000000';

/**
 * All screens are of one business, which receives every event, or of businesses with a hundred
 * each, which receive an event in turn.
 */
const spreads = ['one business', 'businesses of 100'] as const;
type Spread = (typeof spreads)[number];

interface Bench {
  readonly cluster: Cluster;
  readonly api: RunningServer;
  readonly bare: RunningServer;
  /** The people who open the screens. */
  readonly people: Record<Spread, readonly Tenant[]>;
  readonly options: Options;
}

/** Compares the delivery of live events with the bare server on one PostgreSQL. */
export async function runLivePart(options: Options): Promise<void> {
  const cluster = await openCluster();
  try {
    const facts = factsOf(cluster.version);
    const compared: LiveCompared[] = [];
    for (const screens of sizes) compared.push(...(await compareAt(screens, cluster, options)));
    await writeResult('live', { facts, turns: options.turns, compared }, options);
  } finally {
    await cluster.stop();
  }
}

/** Compares new servers, because their memory is measured. */
async function compareAt(screens: number, cluster: Cluster, options: Options): Promise<LiveCompared[]> {
  const api = await startApiServer(cluster, ports.api, {
    LIVE_STREAMS_PER_USER: unlimited,
    LIVE_STREAMS_PER_TENANT: unlimited,
  });
  const bare = await startBareStreams(cluster, ports.bare);
  try {
    const bench: Bench = { cluster, api, bare, options, people: await addPeople(cluster, screens) };
    const compared: LiveCompared[] = [];
    for (const spread of spreads) {
      compared.push({ screens, spread, ...(await compareLive(makeLoads(bench, spread), options.turns)) });
      tell(compared.at(-1));
    }
    return compared;
  } finally {
    await api.stop();
    await bare.stop();
  }
}

async function addPeople(cluster: Cluster, screens: number): Promise<Bench['people']> {
  const hash = await hashPassword();
  const count = screens / screensEach;
  return cluster.admin(async (client) => {
    const one = await addBusiness(client, `one-${screens}`, count, hash);
    const many: Tenant[] = [];
    while (many.length < count)
      many.push(...(await addBusiness(client, `many-${screens}-${many.length}`, 1, hash)));
    return { 'one business': one, 'businesses of 100': many };
  });
}

/**
 * Creates the load of each server. The product's signs in at each turn, because an access token is
 * valid for 15 minutes.
 */
function makeLoads({ cluster, api, bare, people, options: { quick } }: Bench, spread: Spread) {
  const pace = choosePace(spread, people[spread].length * screensEach, quick);
  const load = async (
    { address, pid }: RunningServer,
    headersOf: (person: Tenant) => Promise<Record<string, string>>,
  ): Promise<LiveLoad> => {
    const groups: LiveLoad['groups'][number][] = [];
    for (const person of people[spread])
      groups.push({ tenantId: person.id, headers: await headersOf(person), screens: screensEach });
    return { address, pid, databaseUrl: cluster.adminUrl, groups, ...pace };
  };
  return {
    api: () => load(api, (person) => signIn(api.address, person)),
    bare: () => load(bare, async ({ id }) => ({ 'x-tenant': id })),
  };
}

/**
 * A turn takes 20 s: each session is checked every 15 s, so that the checks are part of the
 * measurement.
 */
function choosePace(spread: Spread, screens: number, quick: boolean): Pick<LiveLoad, 'events' | 'everyMs'> {
  // An interval in which all screens receive an event well before the next one.
  const everyMs = spread === 'businesses of 100' ? 50 : Math.max(100, screens / 25);
  return { everyMs, events: (quick ? 2_000 : 20_000) / everyMs };
}

function tell(compared: LiveCompared | undefined): void {
  if (!compared) return;
  const { screens, spread, api, bare, ratio } = compared;
  const grown = ({ memory }: LiveCompared['api']) =>
    `${memory.before.toFixed(0)} to ${memory.after.toFixed(0)} MB`;
  console.log(
    `live at ${screens} screens, ${spread}: p99 ${api.p99.toFixed(1)} ms beside ${bare.p99.toFixed(1)} ms, ratio ${ratio.toFixed(2)}; ` +
      `last ${api.last.toFixed(1)} beside ${bare.last.toFixed(1)} ms; opened in ${api.opening.toFixed(1)} beside ${bare.opening.toFixed(1)} s; ` +
      `memory ${grown(api)} beside ${grown(bare)}`,
  );
}
