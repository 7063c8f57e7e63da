import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../../../test/fixtures/browser.ts';
import { type Google, signInWithGoogle, startGoogle } from '../../../../test/fixtures/third-parties/google.ts';
import {
  membershipOf,
  startAppWithPayments,
  type AppWithPayments,
  tenantsOf,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';

// A payer who proves their address with Google needs no mailed link.

let google: Google;
let shop: AppWithPayments;
beforeAll(async () => {
  google = await startGoogle(10_000);
  shop = await startAppWithPayments({ dependencies: { identity: google.identity } });
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

it('admits a payer by Google, as Business Admin of the paid business, and only with the same address', async () => {
  const email = 'payer@people.example';
  expect((await signInWithGoogle(new Browser(shop.app), { email })).error?.code).toBe('google.no_account');
  const checkout = await shop.order(email);
  await shop.verify(await shop.pay(checkout));
  expect((await signInWithGoogle(new Browser(shop.app), { email: 'thief@people.example' })).error?.code).toBe('google.no_account');

  const browser = new Browser(shop.app);
  expect((await signInWithGoogle(browser, { email })).status).toBe(201);
  const [tenant] = await tenantsOf(shop, email);
  expect(await membershipOf(shop, email)).toMatchObject({ tenant_id: tenant?.id, role: 'BUSINESS_ADMIN' });
  expect((await browser.send(getSession)).body).toMatchObject({ user: { email, role: 'BUSINESS_ADMIN' }, tenant: { id: tenant?.id } });
  expect(await shop.rowOf(checkout)).toMatchObject({ tenant_id: tenant?.id, claimed_by: (await membershipOf(shop, email))?.id });
});
