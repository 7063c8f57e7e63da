import { type Change, liveTopics } from '@samay/contract/reach/live';
import { createParser } from 'eventsource-parser';

export interface LiveStream {
  /** Asks the server for the stream; a refusal or a broken connection throws. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  readonly onOpen: () => void;
  readonly onChange: (change: Change) => void;
  /** The server says that changes may have been missed: before the stream stood, or while the server itself heard none. */
  readonly onGap: () => void;
  readonly onLost: () => void;
  /** Silence longer than this counts as lost: the server says something every 15 s. */
  readonly silenceMs: number;
  /** The first pause before trying again; it doubles up to `longestPauseMs`. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

/** Keeps one stream of changes open until `stop` aborts: reconnects after each loss, sooner when `wakeUp` says so. */
export async function keepOpen(stream: LiveStream, stop: AbortSignal, wakeUp: EventTarget): Promise<void> {
  let pause = stream.pauseMs;
  while (!stop.aborted) {
    const wasOpen = await readOnce(stream, stop);
    if (stop.aborted) return;
    stream.onLost();
    pause = wasOpen ? stream.pauseMs : Math.min(pause * 2, stream.longestPauseMs);
    // Half of it at random: a server that comes back is not met by all its browsers at once.
    if (await sleep(pause * (0.5 + Math.random() / 2), stop, wakeUp)) pause = stream.pauseMs;
  }
}

/** Reads one connection to its end; whether it had opened at all. */
async function readOnce(stream: LiveStream, stop: AbortSignal): Promise<boolean> {
  const connection = new AbortController();
  const giveUp = () => connection.abort();
  let silence = setTimeout(giveUp, stream.silenceMs);
  stop.addEventListener('abort', giveUp);
  let isOpen = false;
  try {
    const reader = (await stream.open(connection.signal)).getReader();
    isOpen = true;
    stream.onOpen();
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event, data }) => {
        const change = event === 'change' ? (JSON.parse(data) as Change) : undefined;
        // A topic of a newer server is ignored.
        if (change && liveTopics.includes(change.table)) stream.onChange(change);
        if (event === 'gap') stream.onGap();
      },
    });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(silence);
      silence = setTimeout(giveUp, stream.silenceMs);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    return isOpen; // Refused, broken or silent: each is answered by the next connection.
  } finally {
    clearTimeout(silence);
    stop.removeEventListener('abort', giveUp);
    connection.abort();
  }
}

/** Whether it was woken before its time. */
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
