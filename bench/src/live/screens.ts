import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Screens of one business that are opened with the same headers. */
export interface Group {
  readonly tenantId: string;
  readonly headers: Record<string, string>;
  readonly screens: number;
}

export interface LiveLoad {
  readonly address: string;
  /** The server's process, whose memory is measured. */
  readonly pid: number;
  /** The database in which the events are announced. */
  readonly databaseUrl: string;
  readonly groups: readonly Group[];
  /** Number of events and the time from one to the next; each goes to the next business in turn. */
  readonly events: number;
  readonly everyMs: number;
}

/** Milliseconds from the NOTIFY to the receipt. */
export interface Receipts {
  readonly median: number;
  readonly p99: number;
  /** The median over the events of the time until the last screen of the business received it. */
  readonly last: number;
}

export interface LiveMeasured extends Receipts {
  /** Seconds until all screens were open. */
  readonly opening: number;
  /**
   * The server's resident memory in MB (of a million bytes) before the first screen and with all of
   * them open.
   */
  readonly memory: { readonly before: number; readonly after: number };
  readonly missing: number;
}

const screensProcess = fileURLToPath(new URL('./screens-process.ts', import.meta.url));

/**
 * Opens event streams from a separate process, announces events, and measures when each screen
 * receives them. Rejects when one is missing.
 */
export async function measureLive(load: LiveLoad): Promise<LiveMeasured> {
  const child = fork(screensProcess, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(load);
  const answered = once(child, 'message').then(([message]) => message as LiveMeasured);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the screens ended without a result (${code})`);
  });
  const measured = await Promise.race([answered, ended]);
  ended.catch(() => undefined);
  if (measured.missing > 0) throw new Error(`${measured.missing} screens of ${load.address} missed an event`);
  return measured;
}
