import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { Gate, leaveGate, waitAtGate } from './gate.ts';

const size = { places: 1, mostWaiting: 100, waitMs: 60_000 };

it('lets as many in as it has places, the others in their order, each once for one that leaves [T-2.64]', async () => {
  const gate = new Gate({ ...size, places: 2 });
  const inside: number[] = [];
  const [leaveFirst, leaveSecond] = [await gate.enter(), await gate.enter()];
  const entering = [3, 4, 5].map(async (number) =>
    gate.enter().then((leave) => (inside.push(number), leave)),
  );
  leaveFirst();
  leaveFirst();
  const leaveThird = await entering[0];
  expect(inside).toEqual([3]);
  leaveSecond();
  await entering[1];
  leaveThird?.();
  await entering[2];
  expect(inside).toEqual([3, 4, 5]);
});

it('refuses who has waited too long, and keeps no place for them [T-2.64]', async () => {
  const gate = new Gate({ ...size, waitMs: 1 });
  const leave = await gate.enter();
  await expect(gate.enter()).rejects.toMatchObject({ code: 'server.unavailable' });
  leave();
  (await gate.enter())();
});

it('refuses immediately where too many wait [T-2.64]', async () => {
  const gate = new Gate({ ...size, mostWaiting: 1 });
  const leave = await gate.enter();
  const waiting = gate.enter();
  await expect(gate.enter()).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 5 });
  leave();
  (await waiting)();
});

describe('a scope at the gate', () => {
  let app = fastify();
  afterEach(async () => {
    app.server.closeAllConnections();
    await app.close();
  });

  /** Serves by a handler at a gate. Returns how to ask; each `ask` tells when its request is at the gate or beyond. */
  async function serve(
    handler: (request: FastifyRequest) => Promise<string>,
    changes: Partial<typeof size> = {},
  ) {
    app = fastify();
    let arrive: (raw: ServerResponse) => void = () => undefined;
    app.addHook('onRequest', async (_request, { raw }) => arrive(raw));
    waitAtGate(app, new Gate({ ...size, ...changes }));
    app.get('/', handler);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const during = async <T>(send: () => T) => {
      const arrived = new Promise<ServerResponse>((resolve) => (arrive = resolve));
      const asked = send();
      const raw = await arrived;
      // The hooks of a request without a body end in one turn.
      await new Promise(setImmediate);
      return { asked, raw };
    };
    const ask = async (signal: AbortSignal | null = null) => during(() => fetch(address, { signal }));
    return { address, ask, during };
  }

  /** Asks, and goes away. */
  async function goAway(ask: Awaited<ReturnType<typeof serve>>['ask']) {
    const leaving = new AbortController();
    const { asked, raw } = await ask(leaving.signal);
    const closed = once(raw, 'close');
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await closed;
  }

  it('keeps neither a place nor a turn for a visitor who goes away while they wait [T-2.64]', async () => {
    const { promise: served, resolve } = Promise.withResolvers<void>();
    const { ask } = await serve(async () => served.then(() => 'served'), { mostWaiting: 1 });
    const first = await ask();
    await goAway(ask);
    const third = await ask();
    resolve();
    expect([(await first.asked).status, (await third.asked).status]).toEqual([200, 200]);
  });

  it('keeps the place of a visitor who goes away inside, until their reads end [T-2.64]', async () => {
    const reading: (() => void)[] = [];
    const { ask } = await serve(
      async () => new Promise<string>((resolve) => reading.push(() => resolve('served'))),
    );
    await goAway(ask);
    const second = await ask();
    expect(reading).toHaveLength(1);
    reading[0]?.();
    await expect.poll(() => reading).toHaveLength(2);
    reading[1]?.();
    expect((await second.asked).status).toBe(200);
  });

  it('keeps no place for an answer that is not read [T-2.64]', async () => {
    let answers = 0;
    const { address, ask, during } = await serve(async () => {
      answers += 1;
      return answers === 1 ? 'x'.repeat(50_000_000) : 'served';
    });
    const { port } = new URL(address);
    const { asked: socket } = await during(() => {
      const made = connect(Number(port), '127.0.0.1');
      made.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return made;
    });
    expect((await (await ask()).asked).status).toBe(200);
    socket.destroy();
  });

  it('keeps no place while a handler waits for a slow provider, nor after an error [T-2.64]', async () => {
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const { ask } = await serve(async (request) => {
      asked += 1;
      if (asked === 2) throw new Error('failed');
      if (asked > 2) return 'served';
      leaveGate(request);
      return sent.then(() => 'sent');
    });
    const slow = await ask();
    expect((await (await ask()).asked).status).toBe(500);
    expect((await (await ask()).asked).status).toBe(200);
    resolve();
    expect((await slow.asked).status).toBe(200);
  });
});
