import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../test/fixtures/app.ts';
import { buildPerson } from '../../../test/fixtures/browser.ts';
import { asPlatform } from '../../db/tenant.ts';
import { deleteOldSessions } from './delete-old-rows.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test.close());

it('deletes sessions that ended or expired more than ninety days ago, and no others', async () => {
  const { id: userId } = await buildPerson(test);
  const live = await insert(userId, { expires: 1, ended: null });
  const ended = await insert(userId, { expires: 1, ended: -1 });
  const justKept = await insert(userId, { expires: -90, ended: null });
  await insert(userId, { expires: -90.001, ended: null });
  await insert(userId, { expires: -60, ended: -91 });
  await insert(userId, { expires: -100, ended: -120 });
  expect(await deleteOldSessions(test.dependencies)).toBe(3);
  const left = await asPlatform(test, (tx) =>
    tx.selectFrom('sessions').select('id').where('user_id', '=', userId).execute(),
  );
  expect(left.map(({ id }) => id).toSorted()).toEqual([live, ended, justKept].toSorted());
  expect(await deleteOldSessions(test.dependencies)).toBe(0);
});

/** `expires` and `ended` in days from now. */
async function insert(
  userId: string,
  { expires, ended }: { expires: number; ended: number | null },
): Promise<string> {
  const at = (days: number) => new Date(new Date(testNow).getTime() + days * 86_400_000);
  const row = await asPlatform(test, (tx) =>
    tx
      .insertInto('sessions')
      .values({
        user_id: userId,
        device_hash: 'device',
        refresh_key: randomBytes(32),
        rotated_at: at(-130),
        remember: false,
        created_at: at(-130),
        expires_at: at(expires),
        ended_at: ended === null ? null : at(ended),
        ended_because: ended === null ? null : 'signed_out',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}
