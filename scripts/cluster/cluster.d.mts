/** Types of cluster.mjs. */
export interface ClusterOptions {
  /** The nodes of PostgreSQL; three when omitted. */
  names?: readonly string[];
  /** Servers of Samay behind the web's address. */
  servers?: readonly { name: string; port: number }[];
  /** Whether PgBouncer runs before HAProxy. */
  hasPooler?: boolean;
  /** The folder of a node's data, such as a small disk; the cluster's own when undefined. */
  dataFolder?: (name: string) => string | undefined;
}

type Login = 'postgres' | 'samay_owner' | 'samay_login';

export interface Cluster {
  readonly nodes: readonly { name: string; port: number; data: string }[];
  /** Returns the address of the primary, regardless of its node. */
  urlFor(user: Login, database?: string): string;
  /** Returns this address through PgBouncer. */
  pooledUrlFor(user: Login, database?: string): string;
  urlOfNode(name: string, user: Login, database?: string): string;
  /** The address of all servers, through HAProxy. */
  readonly webAddress: string;
  /**
   * Returns HAProxy's lines about servers that started and ended, and about requests that were not
   * answered in the ordinary way.
   */
  proxyLog(): string;
  members(): Promise<readonly { name: string; role: string; state: string }[]>;
  /** Returns the name of the node that takes writes. */
  primary(): Promise<string | undefined>;
  /** Returns whether pg_rewind is changing the data of a node, so that it follows the primary. */
  isRewound(name: string): boolean;
  /** Waits until every node runs and follows the primary, one of them as the synchronous standby. */
  settled(): Promise<void>;
  /** Kills a node's PostgreSQL with SIGKILL; its Patroni stays. */
  killPostgres(name: string): void;
  /** Kills a whole node with SIGKILL; it is started again after that time. */
  killNode(name: string, backAfterMs: number): Promise<void>;
  /** Stops all processes of a node without ending them; the returned function continues them. */
  freezeNode(name: string): () => void;
  /**
   * Sends a signal to `etcd`, `haproxy`, `pgbouncer` or a node's Patroni, which is started again if
   * that ended it.
   */
  signal(name: string, signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a cluster, or returns the `reason` why none could be started, such as missing programs.
 */
export function startCluster(
  options?: ClusterOptions,
): Promise<{ cluster: Cluster; reason?: undefined } | { cluster?: undefined; reason: string }>;
