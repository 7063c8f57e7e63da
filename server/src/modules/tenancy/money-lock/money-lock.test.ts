import { getMoneyLock, setMoneyLock } from '@samay/contract/tenancy/money-lock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { hashPassword } from '../../identity/index.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(() => app.close());

const set = async (until: string | null, untilBefore: string | null, more: object = {}) =>
  owner.call(setMoneyLock, { body: { until, untilBefore, ...more } });

it('owners lock days that are over, and move the lock back with a reason; both are audited [P-9.163]', async () => {
  const today = await set('2026-11-21', null);
  expect(today.error?.fields).toEqual({ until: 'Please choose a day that is over' });
  const locked = await set('2026-10-31', null);
  expect(locked.body).toEqual({ until: '2026-10-31', reason: null });
  expect(await readAudit(app, locked.headers['x-request-id'])).toMatchObject([
    { action: 'money.locked', object: clinic.id },
  ]);
  expect((await set('2026-09-30', null)).error?.code).toBe('money.lock_changed');
  expect((await set('2026-09-30', '2026-10-31')).error?.fields).toEqual({ reason: 'Please enter a reason' });
  const back = await set('2026-09-30', '2026-10-31', { reason: 'A visit was forgotten' });
  expect(back.body).toMatchObject({ until: '2026-09-30', reason: 'A visit was forgotten' });
  expect(await readAudit(app, back.headers['x-request-id'])).toMatchObject([
    { action: 'money.unlocked', object: clinic.id },
  ]);
  expect((await owner.call(getMoneyLock)).body.until).toBe('2026-09-30');
  for (const role of ['DOCTOR', 'EMPLOYEE'] as const) {
    const staff = await signInAs(app, clinic, role);
    expect(
      (await staff.call(setMoneyLock, { body: { until: null, untilBefore: '2026-09-30' } })).status,
    ).toBe(403);
  }
});

it('it is proven by the password where no second factor asks for a code [P-9.164]', async () => {
  const hash = await hashPassword('demo1234');
  const userId = owner.identity?.userId ?? '';
  await asPlatform(app, (tx) =>
    tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute(),
  );
  expect((await set('2026-10-31', null)).error?.code).toBe('account.password_needed');
  const wrong = await set('2026-10-31', null, { password: 'demo12345' });
  expect(wrong.error?.code).toBe('account.wrong_password');
  expect((await set('2026-10-31', null, { password: 'demo1234' })).body.until).toBe('2026-10-31');
});
