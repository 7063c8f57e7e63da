import { createHmac } from 'node:crypto';
import { changeOnlineAccount, getOnlineAccount } from '@samay/contract/online-payments/account';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import {
  businessMerchants,
  startPaymentProvider,
  type TestPaymentProvider,
} from '../../../../test/fixtures/third-parties/payment-provider.ts';
import { buildApp } from '../../../app.ts';
import { systemContext } from '../../../context/business-context.ts';
import { asPlatform, inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { findAccount, findAccountOfSecret } from './find.ts';
import { noteRefused } from './queries.ts';

const [turf, clinic] = businessMerchants;

let desk: TestPaymentProvider;
let app: TestApp;
let tenant: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  desk = await startPaymentProvider();
  app = await testApp({ dependencies: { openAccount: desk.openAccount } });
});
afterAll(async () => {
  await app.close();
  await desk.close();
});
beforeEach(async () => {
  desk.setMode('ok');
  tenant = await buildTenant(app, { businessType: 'turf', plan: 'enterprise' });
  owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
});

const keysOf = ({ keyId, keySecret }: { readonly keyId: string; readonly keySecret: string }) => ({
  keyId,
  keySecret,
});
const save = (body: object) =>
  owner.call(changeOnlineAccount, { body: { isOn: true, ...keysOf(turf), ...body } });
const secretOf = (address: string | null) => new URL(address ?? '').pathname.split('/').at(-1) ?? '';
const contextOf = ({ id }: BuiltTenant) => systemContext(app.dependencies, { job: 'test', tenantId: id });

it('asks Razorpay before it keeps keys, shows the secret of events once, and none afterwards [P-12.112]', async () => {
  expect((await owner.call(getOnlineAccount)).body).toMatchObject({ isOn: false, keyId: null });
  const wrong = await save({ keySecret: 'aWrongSecret0000' });
  expect(wrong.error).toMatchObject({
    code: 'online.keys_refused',
    fields: { keySecret: 'Razorpay does not know these keys' },
  });
  expect((await save({ keySecret: null })).error).toMatchObject({ code: 'online.keys_refused' });
  desk.setMode('down');
  expect((await save({})).error).toMatchObject({ code: 'payment.provider_away' });
  expect((await owner.call(getOnlineAccount)).body.keyId).toBeNull();
  desk.setMode('ok');
  const { body: made } = await save({});
  expect(made).toMatchObject({ isOn: true, keyId: turf.keyId, trouble: null });
  expect(made.eventsSecret).toMatch(/^[\w-]{32}$/);
  const { body: shown } = await owner.call(getOnlineAccount);
  expect(shown).toEqual({ ...made, eventsSecret: null });
  expect(JSON.stringify(shown)).not.toContain(turf.keySecret);
  expect((await save({ isOn: false, keySecret: null })).body).toEqual({ ...shown, isOn: false });
  expect((await save({})).body.eventsSecret).not.toBe(made.eventsSecret);
  // It is turned off as it is, also where Razorpay is away.
  desk.setMode('down');
  expect((await save({ isOn: false, keySecret: null })).body.isOn).toBe(false);
});

it('takes no keys for tests in production, where they would book for nothing [T-4.11]', async () => {
  const settings = { ...app.dependencies.settings, production: true };
  const production = await buildApp({ ...app.dependencies, settings });
  const there = await signInAs({ ...app, app: production }, tenant, 'BUSINESS_OWNER');
  const { error } = await there.call(changeOnlineAccount, { body: { isOn: true, ...keysOf(turf) } });
  expect(error).toMatchObject({
    code: 'online.keys_refused',
    fields: { keyId: 'This is a key for tests, which takes no money: please enter the live key' },
  });
  await production.close();
});

it('is of owners alone, and keys of one business open nothing for another [P-12.113, T-2.69]', async () => {
  const staff = await signInAs(app, tenant, 'EMPLOYEE');
  expect((await staff.call(getOnlineAccount)).status).toBe(403);
  const { body: made } = await save({});
  const found = await findAccountOfSecret(app.dependencies, secretOf(made.eventsAddress));
  expect(found).toMatchObject({
    context: { tenantId: tenant.id },
    account: { keyId: turf.keyId, isOn: true },
  });
  const event = Buffer.from('{"event":"payment.authorized"}');
  const sign = (secret: string) => createHmac('sha256', secret).update(event).digest('hex');
  expect(found?.account.provider.provesEvent(event, sign(made.eventsSecret ?? ''))).toBe(true);
  expect(found?.account.provider.provesEvent(event, sign('another'))).toBe(false);
  const other = await buildTenant(app, { businessType: 'doctor', plan: 'enterprise' });
  expect(await findAccount(app.dependencies, contextOf(other))).toBeUndefined();
  const theirs = await signInAs(app, other, 'BUSINESS_OWNER');
  const { body: second } = await theirs.call(changeOnlineAccount, {
    body: { isOn: true, ...keysOf(clinic) },
  });
  expect(second.eventsAddress).not.toBe(made.eventsAddress);
  const changed = secretOf(made.eventsAddress).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect(await findAccountOfSecret(app.dependencies, changed)).toBeUndefined();
  // Copied into another business, the keys cannot be read.
  await asPlatform(app.dependencies, (tx) =>
    tx
      .updateTable('online_accounts')
      .from('online_accounts as source')
      .set((set) => ({ encrypted_key: set.ref('source.encrypted_key') }))
      .where('online_accounts.tenant_id', '=', other.id)
      .where('source.tenant_id', '=', tenant.id)
      .execute(),
  );
  await expect(findAccount(app.dependencies, contextOf(other))).rejects.toThrow();
});

it('tells the owner in one sentence that Razorpay refuses the keys, until others are saved [P-12.114]', async () => {
  await save({});
  const context = contextOf(tenant);
  const note = (keyId: string) =>
    inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, noteRefused({ keyId, now: context.now })),
    );
  await note('rzp_test_AnotherKey');
  expect((await owner.call(getOnlineAccount)).body.trouble).toBeNull();
  await note(turf.keyId);
  expect((await owner.call(getOnlineAccount)).body.trouble).toMatch(/^Razorpay refuses the keys, .* here\.$/);
  expect((await save({ keySecret: null })).body.trouble).toBeNull();
});
