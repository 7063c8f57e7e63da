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
  /** The primary, whichever node that is. */
  urlOf(user: Login, database?: string): string;
  /** The same through PgBouncer. */
  pooledUrlOf(user: Login, database?: string): string;
  urlOfNode(name: string, user: Login, database?: string): string;
  /** All servers, through HAProxy. */
  readonly webAddress: string;
  /** What HAProxy has said of servers that came and went, and of requests that were not answered in the ordinary way, a line each. */
  proxyLog(): string;
  members(): Promise<readonly { name: string; role: string; state: string }[]>;
  /** The name of the node that takes writes. */
  primary(): Promise<string | undefined>;
  /**
   * Returns whether the data of a node that was away is being made to follow the primary's
   * (pg_rewind).
   */
  isRewound(name: string): boolean;
  /** Waits until every node runs and follows the primary, one of them as the synchronous standby. */
  settled(): Promise<void>;
  /** Kills a node's PostgreSQL with SIGKILL; its Patroni stays. */
  killPostgres(name: string): void;
  /** Kills all of a node with SIGKILL; it is started again after that time. */
  killNode(name: string, backAfterMs: number): Promise<void>;
  /** Stops all processes of a node without ending them; the returned function lets them go on. */
  freezeNode(name: string): () => void;
  /** A signal to `etcd`, `haproxy`, `pgbouncer` or a node's Patroni, which is started again when that ended it. */
  signal(name: string, signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** The `reason` why no cluster could be started, where its programs are missing. */
export function startCluster(
  options?: ClusterOptions,
): Promise<{ cluster: Cluster; reason?: undefined } | { cluster?: undefined; reason: string }>;
