import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Dependencies } from '../../../context/dependencies.ts';
import { LiveHub } from './live-hub.ts';

afterEach(() => vi.useRealTimers());

describe('open screens fetch again', () => {
  it('after a server has fallen silent, once [O-1.6]', async () => {
    const { hub, hear, sent } = await opened();
    hear('server one alive');
    vi.advanceTimersByTime(12_000);
    hear('server one alive');
    vi.advanceTimersByTime(14_000);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual(['event: gap\ndata: {}\n\n']);
    await hub.close();
  });

  it('not after one that said that it stops', async () => {
    const { hub, hear, sent } = await opened();
    hear('server one alive');
    hear('server one stopped');
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    await hub.close();
  });
});

/** Starts a hub with one open screen, and records its events. */
async function opened() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let hear = (_payload: string) => {};
  const listen = async (_channel: string, listener: (payload: string) => void) => {
    hear = listener;
    return async () => undefined;
  };
  const needed = {
    database: { kind: 'postgres', listen },
    clock: () => new Date(0),
    liveHeartbeatMs: 1_000_000_000,
  };
  const hub = await LiveHub.open(needed as unknown as Dependencies);
  const sent: string[] = [];
  hub.add({
    tenantId: 'a business',
    sessionId: 'a session',
    send: (bytes) => sent.push(bytes.toString()),
    end: () => undefined,
  });
  return { hub, hear: (payload: string) => hear(payload), sent };
}
