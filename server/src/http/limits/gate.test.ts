import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { Gate, waitAtGate } from './gate.ts';

it('lets as many in as it has places, the others in their order, each once for one that leaves [T-2.64]', async () => {
  const gate = new Gate({ places: 2, waitMs: 60_000 });
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
  const gate = new Gate({ places: 1, waitMs: 1 });
  const leave = await gate.enter();
  await expect(gate.enter()).rejects.toMatchObject({ code: 'server.unavailable' });
  leave();
  (await gate.enter())();
});

it('keeps no place for a visitor who goes away while they wait [T-2.64]', async () => {
  const app = fastify();
  let arrive: (raw: ServerResponse) => void = () => undefined;
  let serve: () => void = () => undefined;
  const served = new Promise<void>((resolve) => (serve = resolve));
  app.addHook('onRequest', async (_request, { raw }) => arrive(raw));
  waitAtGate(app, new Gate({ places: 1, waitMs: 60_000 }));
  app.get('/', async () => served.then(() => 'served'));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  /** Asks, and returns the response on the server once the request is at the gate or beyond. */
  const ask = async (signal: AbortSignal | null = null) => {
    const arrived = new Promise<ServerResponse>((resolve) => (arrive = resolve));
    const asked = fetch(address, { signal });
    const raw = await arrived;
    // The hooks of a request without a body end in one turn.
    await new Promise(setImmediate);
    return { asked, raw };
  };
  const first = await ask();
  const leaving = new AbortController();
  const second = await ask(leaving.signal);
  const closed = once(second.raw, 'close');
  leaving.abort();
  await expect(second.asked).rejects.toThrow('aborted');
  await closed;
  serve();
  expect((await first.asked).status).toBe(200);
  expect((await fetch(address)).status).toBe(200);
  await app.close();
});
