import { type Change, isLiveTopic } from '@samay/contract/reach/live';

/**
 * The state of the stream: `connecting` until the first answer; then `live`, or `reconnecting`
 * while the stream is lost.
 */
export type Connection = 'connecting' | 'live' | 'reconnecting';

type Message =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'connection'; readonly connection: Connection; readonly isAgain: boolean }
  | { readonly kind: 'hello' };

export interface LiveTab {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: BroadcastChannel;
  readonly onChange: (change: Change) => void;
  /**
   * Called with each state. `isAgain`: changes may have been missed, as after a loss of the stream.
   */
  readonly onConnection: (connection: Connection, isAgain: boolean) => void;
}

/** The callbacks of the leading tab, which holds the browser's one stream. */
export interface Leader {
  onOpen(): void;
  onChange(change: Change): void;
  /** Called if changes may have been missed, though the stream is open. */
  onGap(): void;
  onLost(): void;
}

/**
 * Shares one stream among all tabs: the tab that holds the lock runs `lead` until `stop` aborts and
 * sends its events to the others over the channel. When that tab closes, the next one gets the
 * lock.
 */
export function shareLive(tab: LiveTab, stop: AbortSignal, lead: (leader: Leader) => Promise<void>): void {
  let connection: Connection = 'connecting';
  let isLeader = false;
  let wasLive = false;

  const setConnection = (next: Connection) => {
    // A stream that opens only at a second attempt may have missed changes as well.
    const isAgain = next === 'live' && (wasLive || connection !== 'connecting');
    wasLive ||= next === 'live';
    connection = next;
    tab.onConnection(next, isAgain);
    tab.channel.postMessage({ kind: 'connection', connection: next, isAgain } satisfies Message);
  };
  const onMessage = ({ data }: MessageEvent<Message>) => {
    // The leading tab may be of a newer release, with topics that this one does not know.
    if (data.kind === 'change' && isLiveTopic(data.change.table)) tab.onChange(data.change);
    if (data.kind === 'connection') {
      wasLive ||= data.connection === 'live';
      tab.onConnection(data.connection, data.isAgain);
    }
    if (data.kind === 'hello' && isLeader) {
      tab.channel.postMessage({ kind: 'connection', connection, isAgain: false } satisfies Message);
    }
  };
  const run = () => {
    if (stop.aborted) return Promise.resolve();
    isLeader = true;
    return lead({
      onOpen: () => setConnection('live'),
      onGap: () => setConnection('live'),
      onLost: () => setConnection('reconnecting'),
      onChange: (change) => {
        tab.onChange(change);
        tab.channel.postMessage({ kind: 'change', change } satisfies Message);
      },
    });
  };

  tab.channel.addEventListener('message', onMessage);
  stop.addEventListener('abort', () => tab.channel.removeEventListener('message', onMessage));
  tab.channel.postMessage({ kind: 'hello' } satisfies Message);
  if (!tab.locks) void run();
  else
    void tab.locks
      .request('samay-live', { signal: stop }, run)
      .catch(() => undefined /* Stopped while waiting for the lock. */);
}
