import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { ensurePerson } from './ensure-person.ts';

const now = new Date(testNow);
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('creates a person once for any spelling of their address, and does not change existing ones', async () => {
  const first = await ensure({ email: 'Asha@People.example', name: 'Asha Kulkarni' });
  const again = await ensure({ email: ' asha@people.EXAMPLE ', name: 'Somebody Else' });
  expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }]);
  const row = await asPlatform(app, (tx) =>
    tx.selectFrom('users').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({
    email: 'Asha@People.example',
    full_name: 'Asha Kulkarni',
    password_hash: null,
  });
});

it('creates one person for many concurrent calls with the same address', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => ensure({ email: 'crowd@people.example' })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it('rejects a person whose account is deleted', async () => {
  const { id } = await ensure({ email: 'gone@people.example' });
  await asPlatform(app, (tx) =>
    tx.updateTable('users').set({ deleted_at: now }).where('id', '=', id).execute(),
  );
  await expect(ensure({ email: 'gone@people.example' })).rejects.toMatchObject({ code: 'account.deleted' });
});

function ensure(person: { email: string; name?: string }) {
  return asPlatform(app, (tx) => ensurePerson(tx, { ...person, now }));
}
