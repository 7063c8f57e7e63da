import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { RecordedStream } from '../../../../test/fixtures/recorded-stream.ts';
import { LiveHub } from './live-hub.ts';

const gap = 'event: gap\ndata: {}\n\n';
let app: TestApp;
let hub: LiveHub;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  hub = await LiveHub.open(app.dependencies);
});
afterEach(() => hub.close());
afterAll(() => app.close());

describe('a change', () => {
  it('is sent as the same bytes to each stream of its business, and to no other [S-2.21]', async () => {
    const [tenantId, other] = [randomUUID(), new RecordedStream(randomUUID())];
    const streams = [new RecordedStream(tenantId), new RecordedStream(tenantId)];
    for (const stream of [...streams, other]) hub.add(stream);
    await announce(`${tenantId} staff 2 update`);
    await expect
      .poll(() => streams.map(({ text }) => text))
      .toEqual([changed('staff', '2'), changed('staff', '2')]);
    expect(streams[0]?.writes[0]).toBe(streams[1]?.writes[0]);
    expect(other.writes).toEqual([]);
  });

  it('shares a write with the others of its transaction, in their order [S-2.21]', async () => {
    const stream = new RecordedStream(randomUUID());
    hub.add(stream);
    const rows = Array.from({ length: 20 }, (_, row) => String(row));
    await announce(...rows.map((row) => `${stream.tenantId} appointments ${row} update`));
    await expect.poll(() => stream.text).toBe(rows.map((row) => changed('appointments', row)).join(''));
    expect(stream.writes).toHaveLength(1);
  });

  it("of an unknown topic of a newer release's trigger is sent as a gap [P-12.26]", async () => {
    const stream = new RecordedStream(randomUUID());
    hub.add(stream);
    await announce(`${stream.tenantId} resources 1 insert`, `${stream.tenantId} staff 2 update`);
    await expect.poll(() => stream.text).toBe(`${gap}${changed('staff', '2')}`);
  });

  it('is not sent to a stream that has left', async () => {
    const [left, stayed] = [new RecordedStream(randomUUID()), new RecordedStream(randomUUID())];
    hub.add(left)();
    hub.add(stayed);
    await announce(`${left.tenantId} staff 1 update`, `${stayed.tenantId} staff 1 update`);
    await expect.poll(() => stayed.text).not.toBe('');
    expect(left.writes).toEqual([]);
  });
});

describe('an opening stream', () => {
  it('is sent a gap if its business changed just before, and none otherwise', async () => {
    const early = new RecordedStream(randomUUID());
    hub.add(early);
    await announce(`${early.tenantId} staff 1 update`);
    await expect.poll(() => early.text).not.toBe('');
    const [late, other] = [new RecordedStream(early.tenantId), new RecordedStream(randomUUID())];
    for (const stream of [late, other]) hub.add(stream);
    expect([early.text, late.text, other.text]).toEqual([changed('staff', '1'), gap, '']);
  });

  it('ends immediately if its session ended in the meantime [S-2.21]', async () => {
    const ended = randomUUID();
    const watching = new RecordedStream(randomUUID(), ended);
    hub.add(watching);
    await announce(`${ended} sessions ${ended} delete`);
    await expect.poll(() => watching.ends).toHaveLength(1);
    const [late, other] = [
      new RecordedStream(watching.tenantId, ended),
      new RecordedStream(watching.tenantId),
    ];
    for (const stream of [late, other]) hub.add(stream);
    expect([late.ends.length, other.ends.length]).toEqual([1, 0]);
  });

  it('ends immediately if the server is stopping', async () => {
    await hub.close();
    const stream = new RecordedStream(randomUUID());
    hub.add(stream);
    expect(stream.ends).toHaveLength(1);
  });
});

describe('what makes every browser fetch again', () => {
  it('is spread where the server stops: each is told when to reconnect, later the more there are [O-1.7]', async () => {
    const streams = Array.from({ length: 1_000 }, () => new RecordedStream(randomUUID()));
    for (const stream of streams) hub.add(stream);
    await hub.close();
    const delays = streams.map(({ ends }) => Number(/^retry: (\d+)\n\n$/.exec(ends.join())?.[1]));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(5_000);
    // Expects about a quarter of them in each second: by chance, 350 would not happen in the life
    // of a machine.
    const inSecond = (second: number) =>
      delays.filter((delay) => Math.floor(delay / 1_000) === second).length;
    expect(Math.max(...[1, 2, 3, 4, 5].map(inSecond))).toBeLessThan(350);
  });

  it('does not delay the browser of a server that has no other', async () => {
    const stream = new RecordedStream(randomUUID());
    hub.add(stream);
    await hub.close();
    expect(stream.ends.join()).toMatch(/^retry: 100[0-4]\n\n$/);
  });

  it('is spread where notifications may have been missed: a portion is told immediately, and then the others, each once [O-1.7]', async () => {
    let missSome: () => void = () => undefined;
    const listen = async (_channel: string, _listener: unknown, onGap: () => void) => {
      missSome = onGap;
      return async () => undefined;
    };
    const relayed = await LiveHub.open({ ...app.dependencies, database: { kind: 'postgres', listen } });
    const streams = Array.from({ length: 60 }, () => new RecordedStream(randomUUID()));
    for (const stream of streams) relayed.add(stream);
    const told = () => streams.filter(({ text }) => text === gap).length;
    missSome();
    expect(told()).toBe(25);
    await expect.poll(told).toBe(60);
    await relayed.close();
  });
});

/** Announces in one transaction. */
async function announce(...payloads: string[]): Promise<void> {
  await app.database.pool.query(
    `select ${payloads.map((payload) => `pg_notify('changes', '${payload}')`).join(', ')}`,
  );
}

function changed(table: string, id: string): string {
  return `event: change\ndata: {"table":"${table}","id":"${id}","operation":"update"}\n\n`;
}
