import type { Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Announcer } from './announcer.ts';

const log = { warn: vi.fn(), error: vi.fn() };
let announcer: Announcer;
afterEach(async () => {
  await announcer.close();
  log.warn.mockClear();
});

const change = (payload: string) => ({ channel: 'changes' as const, payload });

describe('the announcer', () => {
  it('sends what is announced while it sends in one statement afterwards, in order [O-1.6]', async () => {
    const database = pool();
    announcer = new Announcer(database.pool, log);
    database.hold();
    announcer.announce([change('a 1')]);
    for (const payload of ['a 2', 'b 1', 'a 3']) announcer.announce([change(payload)]);
    await database.release();
    await expect.poll(() => database.sent).toEqual([['a 1'], ['a 2', 'b 1', 'a 3']]);
  });

  it('keeps what the database did not take, and sends it first once it answers [O-1.6]', async () => {
    const database = pool();
    announcer = new Announcer(database.pool, log);
    database.fail(true);
    announcer.announce([change('a 1')]);
    await expect.poll(() => log.warn.mock.calls.length).toBe(1);
    announcer.announce([change('a 2')]);
    database.fail(false);
    await expect.poll(() => database.sent.flat(), { timeout: 5_000 }).toEqual(['a 1', 'a 2']);
  });

  it('keeps one announcement for each business where too many wait', async () => {
    const database = pool();
    announcer = new Announcer(database.pool, log);
    database.fail(true);
    announcer.announce(
      Array.from({ length: 10_001 }, (_, at) => change(`${at % 2 ? 'a' : 'b'} appointments ${at} update`)),
    );
    await expect.poll(() => log.warn.mock.calls.length).toBe(1);
    database.fail(false);
    await expect
      .poll(() => database.sent.flat(), { timeout: 5_000 })
      .toEqual(['events', '', 'b unknown - update', 'a unknown - update']);
  });

  it('says that it is there before its first announcement, and that it stops after its last', async () => {
    const database = pool();
    announcer = new Announcer(database.pool, log);
    await announcer.introduce();
    await announcer.introduce();
    announcer.announce([change('a 1')]);
    await announcer.close();
    const [alive, announced, stopped, ...more] = database.sent.flat();
    expect([alive, announced, stopped, more]).toEqual([
      expect.stringMatching(/^server \S+ alive$/),
      'a 1',
      alive?.replace('alive', 'stopped'),
      [],
    ]);
  });

  it('does not say that it stops while something is not announced', async () => {
    const database = pool();
    announcer = new Announcer(database.pool, log);
    await announcer.introduce();
    database.fail(true);
    announcer.announce([change('a 1')]);
    await announcer.close();
    database.fail(false);
    expect(database.sent.flat().filter((payload) => payload.endsWith('stopped'))).toEqual([]);
  });
});

/** Creates a pool that records the payloads of each statement, and can be held or fail. */
function pool() {
  const sent: string[][] = [];
  let isFailing = false;
  let held = Promise.resolve();
  let open = () => {};
  const query = async (_text: string, [, payloads]: [string[], string[]]) => {
    await held;
    if (isFailing) throw new Error('the database does not answer');
    sent.push(payloads);
  };
  return {
    pool: { query } as unknown as Pool,
    sent,
    fail: (does: boolean) => {
      isFailing = does;
    },
    hold: () => {
      held = new Promise((resolve) => (open = resolve));
    },
    release: async () => {
      open();
      await held;
    },
  };
}
