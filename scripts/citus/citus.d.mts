/** Types of citus.mjs. */
export interface CitusOptions {
  /** The ports of coordinator and workers; free ones when omitted. */
  ports?: readonly number[];
  /** The folder for the data, which is kept: a node that ended is started again with it. */
  directory?: string;
  /** Whether commits wait for the disk, as in tests that kill a node. */
  isDurable?: boolean;
  /** Whether to start a cluster even when TEST_CITUS_URL is set, such as one that a test kills. */
  own?: boolean;
  /** Whether Citus is built if it is missing; true unless given. */
  builds?: boolean;
  /** `name=value` for PostgreSQL of each node, over the usual ones. */
  settings?: readonly string[];
}

export interface CitusNode {
  readonly name: string;
  readonly url: string;
  /** The process id of the postmaster. */
  readonly pid: number;
  /** Starts it again, after it has ended. */
  start: () => Promise<void>;
}

export interface StartedCitus {
  /** The superuser's addresses: the coordinator's, then the workers'. */
  urls?: readonly string[];
  /** The reason why no cluster could be started. */
  reason?: string;
  /** The nodes of a cluster that was started, in the same order. */
  nodes?: readonly CitusNode[];
  stop: () => Promise<void>;
}

export function startCitus(options?: CitusOptions): Promise<StartedCitus>;
