import { type Change, isLiveTopic } from '@samay/contract/reach/live';
import { createParser } from 'eventsource-parser';

export interface LiveStream {
  /** Requests the stream; throws on an error response or a broken connection. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  readonly onOpen: () => void;
  readonly onChange: (change: Change) => void;
  /**
   * Called if changes may have been missed: before the stream was open, or while the server
   * received none from the database.
   */
  readonly onGap: () => void;
  readonly onLost: () => void;
  /**
   * The time without data after which the stream is lost: the server sends something every 15 s.
   */
  readonly silenceMs: number;
  /** The longest first delay before a retry; it doubles up to `longestPauseMs`. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

/**
 * Keeps one stream of changes open until `stop` aborts: reconnects after each loss, sooner when
 * `wakeUp` says so. Each browser fetches its screen again then, so they must not all reconnect
 * together: a server that stops tells each a delay (`retry`), otherwise it is random.
 */
export async function keepOpen(stream: LiveStream, stop: AbortSignal, wakeUp: EventTarget): Promise<void> {
  let pause = stream.pauseMs;
  while (!stop.aborted) {
    const { wasOpen, retryMs } = await readOnce(stream, stop);
    if (stop.aborted) return;
    stream.onLost();
    pause = wasOpen ? stream.pauseMs : Math.min(pause * 2, stream.longestPauseMs);
    if (await sleep(retryMs ?? pause * Math.random(), stop, wakeUp)) pause = stream.pauseMs;
  }
}

/**
 * Reads one connection to its end. Returns whether it was opened, and the delay that the server
 * asked for.
 */
async function readOnce(
  stream: LiveStream,
  stop: AbortSignal,
): Promise<{ wasOpen: boolean; retryMs?: number | undefined }> {
  const connection = new AbortController();
  const giveUp = () => connection.abort();
  let silence = setTimeout(giveUp, stream.silenceMs);
  stop.addEventListener('abort', giveUp);
  let wasOpen = false;
  let retryMs: number | undefined;
  try {
    const reader = (await stream.open(connection.signal)).getReader();
    wasOpen = true;
    stream.onOpen();
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event, data }) => {
        const change = event === 'change' ? (JSON.parse(data) as Change) : undefined;
        // A topic of a newer server is ignored.
        if (change && isLiveTopic(change.table)) stream.onChange(change);
        if (event === 'gap') stream.onGap();
      },
      onRetry: (ms) => (retryMs = ms),
    });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { wasOpen, retryMs };
      clearTimeout(silence);
      silence = setTimeout(giveUp, stream.silenceMs);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    return { wasOpen, retryMs }; // Refused, broken or silent: the next connection follows.
  } finally {
    clearTimeout(silence);
    stop.removeEventListener('abort', giveUp);
    connection.abort();
  }
}

/** Waits. Returns whether `wakeUp` ended the delay early. */
function sleep(ms: number, stop: AbortSignal, wakeUp: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const wake = (event?: Event) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', wake);
      wakeUp.removeEventListener('wake-up', wake);
      resolve(event?.type === 'wake-up');
    };
    const timer = setTimeout(wake, ms);
    stop.addEventListener('abort', wake);
    wakeUp.addEventListener('wake-up', wake);
  });
}
