import { afterEach, expect, it, vi } from 'vitest';
import { keepOpen } from './live-stream.ts';
import { timing } from './live.ts';

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
  vi.useRealTimers();
});

const change = 'event: change\ndata: {"table":"appointments","id":"1","operation":"insert"}\n\n';

it('reconnects after an error and after a loss, and passes on the changes of both streams', async () => {
  const opens = [
    () => Promise.reject(new Error('refused')),
    () => makeStream(change),
    () => makeStream(change, true),
  ];
  const log = run(() => opens.shift()!());
  await until(() => log.filter((entry) => entry === 'insert').length === 2);
  expect(log).toEqual(['lost', 'open', 'insert', 'lost', 'open', 'insert']);
});

it.each([1, 2, 3, 7, 1000])('reads the same events in pieces of %i characters', async (size) => {
  const data = '{"table":"appointments",\r\ndata:"id":"1","operation":"update"}';
  const text = `: hello\n\n${change}event: change\r\ndata: ${data}\r\n\r\nevent: gap\n\nid: 7\nretry: 5\ndata:tight\n\nevent: gap\ndata: {}\n\n`;
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const log = run(() => makeStream(pieces, true));
  await until(() => log.includes('gap'));
  expect(log).toEqual(['open', 'insert', 'update', 'gap']);
});

it('ignores a topic of a newer server, and a field that it does not know [P-12.26]', async () => {
  const unknown = 'event: change\ndata: {"table":"resources","id":"1","operation":"delete"}\n\n';
  const wider = 'event: change\ndata: {"table":"staff","id":"1","operation":"update","at":"now"}\n\n';
  const log = run(() => makeStream([`${unknown}${wider}${change}`], true));
  await until(() => log.includes('insert'));
  expect(log).toEqual(['open', 'update', 'insert']);
});

it('passes on that changes may have been missed', async () => {
  const log = run(() => makeStream('event: gap\ndata: {}\n\n', true));
  await until(() => log.includes('gap'));
  expect(log).toEqual(['open', 'gap']);
});

it('gives up a stream that has gone silent', async () => {
  const log = run(() => makeStream('', true), { silenceMs: 250 });
  await until(() => log.filter((entry) => entry === 'open').length === 3);
  expect(log.slice(0, 4)).toEqual(['open', 'lost', 'open', 'lost']);
});

it('tries immediately when the tab wakes up', async () => {
  const wakeUp = new EventTarget();
  let tries = 0;
  const log = run(() => (++tries === 1 ? Promise.reject(new Error('offline')) : makeStream('', true)), {
    pauseMs: 60_000,
    wakeUp,
  });
  await until(() => log.includes('lost'));
  wakeUp.dispatchEvent(new Event('wake-up'));
  await until(() => log.includes('open'));
});

it('ends without an error when it is aborted', async () => {
  const log = run(() => makeStream('', true));
  await until(() => log.includes('open'));
  stops[0]?.abort();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(log).toEqual(['open']);
});

it('reconnects when the server that stopped has said, and not before', async () => {
  vi.useFakeTimers();
  const opens = [() => makeStream('retry: 7000\n\n'), () => makeStream('', true)];
  const log = run(() => opens.shift()!(), { silenceMs: 60_000 });
  await vi.advanceTimersByTimeAsync(6_999);
  expect(log).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['open', 'lost', 'open']);
});

it.each([0, 1_500, 5_000])(
  'spreads the browsers of a server that vanished for %i ms [O-1.7]',
  async (awayMs) => {
    vi.useFakeTimers();
    const back = Date.now() + awayMs;
    const inSecond = new Map<number, number>();
    const browsers = 1_000;
    for (let browser = 0; browser < browsers; browser += 1) {
      const opens = [() => makeStream('')];
      const open = () => {
        const first = opens.shift();
        if (first) return first();
        if (Date.now() < back) return Promise.reject(new Error('refused'));
        const second = Math.floor((Date.now() - back) / 1_000);
        inSecond.set(second, (inSecond.get(second) ?? 0) + 1);
        return makeStream('', true);
      };
      run(open, { ...timing, silenceMs: 600_000 });
    }
    await vi.advanceTimersByTimeAsync(awayMs + 40_000);
    expect([...inSecond.values()].reduce((sum, count) => sum + count, 0)).toBe(browsers);
    expect(Math.max(...inSecond.values())).toBeLessThan(browsers * 0.6);
  },
);

function run(
  open: () => Promise<ReadableStream<Uint8Array>>,
  {
    silenceMs = 5_000,
    pauseMs = 5,
    longestPauseMs = 60_000,
    wakeUp = new EventTarget(),
  }: Partial<typeof timing> & { wakeUp?: EventTarget } = {},
): string[] {
  const stop = new AbortController();
  stops.push(stop);
  const log: string[] = [];
  void keepOpen(
    {
      open: (signal) => open().then((stream) => endedBy(stream, signal)),
      onOpen: () => log.push('open'),
      onLost: () => log.push('lost'),
      onChange: ({ operation }) => log.push(operation),
      onGap: () => log.push('gap'),
      silenceMs,
      pauseMs,
      longestPauseMs,
    },
    stop.signal,
    wakeUp,
  );
  return log;
}

async function makeStream(
  text: string | readonly string[],
  staysOpen = false,
): Promise<ReadableStream<Uint8Array>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of [text].flat()) if (piece) controller.enqueue(new TextEncoder().encode(piece));
      if (!staysOpen) controller.close();
    },
  });
}

/** Breaks the body of an aborted request, as fetch does. */
function endedBy(stream: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const through = new TransformStream<Uint8Array, Uint8Array>();
  void stream.pipeTo(through.writable, { signal }).catch(() => undefined);
  return through.readable;
}

async function until(isSo: () => boolean): Promise<void> {
  const { waitFor } = await import('@testing-library/react');
  await waitFor(() => expect(isSo()).toBe(true));
}
