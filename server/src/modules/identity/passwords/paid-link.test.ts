import { randomUUID } from 'node:crypto';
import { getStarted, requestPasswordRecovery, setPassword } from '@samay/contract/identity/passwords';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../../../test/fixtures/browser.ts';
import {
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';

let shop: AppWithPayments;
let browser: Browser;
beforeAll(async () => {
  shop = await startAppWithPayments();
  browser = new Browser(shop.app);
});
afterAll(() => shop.close());

const password = 'battery staple';

it.each([
  ['a forgotten password', (email: string) => browser.send(requestPasswordRecovery, { body: { email } })],
  [
    'a free beginning',
    (email: string) => browser.send(getStarted, { body: { businessName: 'Free Clinic', email } }),
  ],
])('a payer who lost the email and requests %s gets the link to the paid business', async (_what, ask) => {
  const email = `${randomUUID()}@people.example`;
  await shop.verify(await shop.pay(await shop.order(email)));
  expect(await ask(email)).toMatchObject({ status: 204, body: {} });
  const emails = await shop.emailsTo(email);
  expect(emails.map(({ subject }) => subject)).toEqual(
    Array(2).fill('Your Samay plan is paid: set your password'),
  );
  await redeem(email);
});

it('a free sign-up requested before the payment leads to the paid business, and creates no second one', async () => {
  const email = `${randomUUID()}@people.example`;
  await browser.send(getStarted, { body: { businessName: 'Free Clinic', email } });
  const link = await shop.linkTo(email);
  await shop.verify(await shop.pay(await shop.order(email)));
  await redeem(email, link);
});

async function redeem(email: string, link?: unknown): Promise<void> {
  const before = await listTenants(shop, email);
  expect(before).toHaveLength(1);
  expect(
    await browser.send(setPassword, { body: { link: link ?? (await shop.linkTo(email)), password } }),
  ).toMatchObject({ status: 204 });
  expect(await listTenants(shop, email)).toEqual(before);
  const owner = new Browser(shop.app);
  await owner.signIn(email, password);
  expect((await owner.send(getSession)).body).toMatchObject({
    user: { email, role: 'BUSINESS_ADMIN' },
    tenant: { id: before[0]?.id },
  });
}
