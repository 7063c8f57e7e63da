import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant } from '../../test/fixtures/builders.ts';
import { asPlatform, type Tx } from '../db/tenant.ts';
import type { DataMove } from './data-moves.ts';
import { moveData } from './move-data.ts';

const bookings = 45;
let app: TestApp;
let clinic: BuiltTenant;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'premium' });
  for (let made = 0; made < bookings; made += 1) await buildAppointment(app, clinic);
});
afterAll(() => app.close());

/** Marks every booking, four at a time, so that a row which two steps moved shows. */
function marking(
  name: string,
  mark: string,
  before: (cursor: string | undefined) => void = () => undefined,
): DataMove {
  return {
    name,
    step: async (tx, cursor) => {
      const next = tx
        .selectFrom('appointments')
        .select('id')
        .where('tenant_id', '=', clinic.id)
        .orderBy('id')
        .limit(4);
      const rows = await (cursor === undefined ? next : next.where('id', '>', cursor)).execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return undefined;
      await tx
        .updateTable('appointments')
        .set({ payment_id: sql<string>`coalesce(payment_id, '') || ${mark}::text` })
        .where('tenant_id', '=', clinic.id)
        .where('id', 'in', ids)
        .execute();
      before(cursor);
      return ids.at(-1);
    },
  };
}

async function marked(text: string): Promise<number> {
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('appointments')
      .select('payment_id')
      .where('tenant_id', '=', clinic.id)
      .where('payment_id', '=', text)
      .execute(),
  );
  return rows.length;
}

async function progressOf(name: string) {
  const columns = ['cursor', 'steps', 'finished_at'] as const;
  return asPlatform(app, (tx: Tx) =>
    tx.selectFrom('data_moves').select(columns).where('name', '=', name).executeTakeFirst(),
  );
}

it('goes on behind the last whole step where a step was interrupted, and moves every row once', async () => {
  let stepsTaken = 0;
  const interrupted = marking('marks', 'a', () => {
    stepsTaken += 1;
    if (stepsTaken === 3) throw new Error('the process ended');
  });
  await expect(moveData(app.dependencies, [interrupted])).rejects.toThrow('the process ended');
  expect([await marked('a'), (await progressOf('marks'))?.steps]).toEqual([8, 2]);

  const begun: (string | undefined)[] = [];
  const resumed = marking('marks', 'a', (cursor) => begun.push(cursor));
  const { cursor } = (await progressOf('marks')) ?? {};
  // A run has at most ten steps: a stop of the server waits for one.
  await moveData(app.dependencies, [resumed]);
  expect([begun.length, begun[0]]).toEqual([10, cursor]);
  await moveData(app.dependencies, [resumed]);
  expect(await marked('a')).toBe(bookings);
  expect((await progressOf('marks'))?.finished_at).not.toBeNull();
  await moveData(app.dependencies, [resumed]);
  expect(await marked('a')).toBe(bookings);
});

it('is taken by one process at a time, and moves every row once where several run', async () => {
  const finished = async () => Boolean((await progressOf('more marks'))?.finished_at);
  while (!(await finished())) {
    await Promise.all([1, 2, 3].map(() => moveData(app.dependencies, [marking('more marks', 'b')])));
  }
  expect(await marked('ab')).toBe(bookings);
});

it('begins when the one before has finished', async () => {
  const second = marking('second', 'd');
  await moveData(app.dependencies, [marking('first', 'c'), second]);
  expect(await progressOf('second')).toBeUndefined();
  for (let runs = 0; runs < 3; runs += 1) await moveData(app.dependencies, [marking('first', 'c'), second]);
  expect((await progressOf('second'))?.finished_at).not.toBeNull();
  expect(await marked('abcd')).toBe(bookings);
});

it('announces nothing', async () => {
  const heard: string[] = [];
  const stop = await app.database.listen(
    'changes',
    (payload) => heard.push(payload),
    () => undefined,
  );
  await moveData(app.dependencies, [marking('silent', 'e')]);
  await app.database.pool.query(`select pg_notify('changes', 'a sign')`);
  await expect.poll(() => heard.at(-1)).toBe('a sign');
  expect(heard).toEqual(['a sign']);
  await stop();
});
