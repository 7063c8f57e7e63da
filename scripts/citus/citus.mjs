import path from 'node:path';
import { startPostgres } from '../postgres.mjs';
import { findCitus } from './programs.mjs';

/**
 * The settings that Citus needs on each node; `distribute` sets the others for its own database.
 */
const settings = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  // A process of Citus for each database.
  'max_worker_processes=64',
  'max_connections=300',
  'max_prepared_transactions=300',
  'max_locks_per_transaction=256',
];
const names = ['coordinator', 'worker 1', 'worker 2'];

/**
 * Starts a cluster of Citus for tests and benchmarks: that of TEST_CITUS_URL, or a coordinator and
 * two workers on the loopback address, which end with this process. Each database has its own
 * distribution over the workers, by `npm run distribute`.
 * @param {object} options see citus.d.mts
 */
export async function startCitus({
  ports = [],
  directory,
  isDurable = false,
  own = false,
  builds = true,
  settings: further = [],
} = {}) {
  const given = process.env.TEST_CITUS_URL;
  if (given && !own) return { urls: addressesOf(given), nodes: [], stop: async () => {} };
  const { folder, reason } = await findCitus(builds);
  if (!folder) return { reason, stop: async () => {} };
  const options = [...settings, ...(isDurable ? [] : ['fsync=off']), ...further];
  const nodes = names.map(
    (name, at) =>
      new Node(name, {
        directory: directory && path.join(directory, String(at)),
        port: ports[at],
        options,
        folder,
      }),
  );
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (const node of nodes) await node.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: nodes.map(({ url }) => url), nodes, stop };
}

/** One PostgreSQL of the cluster. With a folder it can be started again after it has ended. */
class Node {
  #settings;
  #running;

  constructor(name, { directory, port, options, folder }) {
    this.name = name;
    this.#settings = { own: true, programs: folder, directory, port, settings: options };
  }

  get pid() {
    return this.#running.pid;
  }

  get url() {
    return this.#running.url;
  }

  async start() {
    this.#running = await startPostgres(this.#settings);
    this.#settings.port = Number(new URL(this.#running.url).port);
  }

  async stop() {
    await this.#running?.stop();
  }
}

/**
 * Returns the addresses of coordinator and workers, separated by commas; for a coordinator alone,
 * its workers are on the two ports after its own.
 */
function addressesOf(given) {
  const urls = given.split(/[ ,]+/);
  if (urls.length > 1) return urls;
  return [0, 1, 2].map((at) => {
    const url = new URL(urls[0]);
    url.port = Number(url.port || 5432) + at;
    return url.href;
  });
}
