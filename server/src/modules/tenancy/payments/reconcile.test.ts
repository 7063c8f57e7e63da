import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import {
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';
import { ProviderAway } from '../../../adapters/payments/port.ts';
import { runPaymentJob } from './reconcile.ts';

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments({ timeoutMs: 3000 });
});
afterAll(() => shop.close());
afterEach(() => {
  shop.desk.setMode('ok');
  shop.setNow(testNow);
});

const at = (minutes: number) => new Date(Date.parse(testNow) + minutes * 60_000).toISOString();

it('grants a payment that neither the browser nor a webhook reported, after ten minutes [P-4.19]', async () => {
  const email = `${randomUUID()}@people.example`;
  const checkout = await shop.order(email);
  await shop.desk.pay(checkout, 'fail:card');
  await shop.desk.pay(checkout, 'vanish:upi');
  shop.setNow(at(9));
  expect((await runPaymentJob(shop.dependencies)).granted).toBe(0);
  shop.setNow(at(10));
  expect((await runPaymentJob(shop.dependencies)).granted).toBe(1);
  expect((await shop.toRow(checkout)).state).toBe('granted');
  expect(await listTenants(shop, email)).toHaveLength(1);
  expect((await shop.emailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Your Samay plan is paid: set your password',
  ]);
  expect((await runPaymentJob(shop.dependencies)).granted).toBe(0);
});

it('keeps an unpaid order open, and expires it after a day [P-4.29]', async () => {
  const checkout = await shop.order(`${randomUUID()}@people.example`);
  shop.setNow(at(24 * 60 - 1));
  await runPaymentJob(shop.dependencies);
  expect((await shop.toRow(checkout)).state).toBe('open');
  shop.setNow(at(24 * 60));
  await runPaymentJob(shop.dependencies);
  expect((await shop.toRow(checkout)).state).toBe('expired');
});

it('grants an expired order that is paid later [P-4.29]', async () => {
  const checkout = await shop.order(`${randomUUID()}@people.example`);
  shop.setNow(at(24 * 60));
  await runPaymentJob(shop.dependencies);
  expect((await shop.verify(await shop.pay(checkout))).status).toBe(200);
  expect((await shop.toRow(checkout)).state).toBe('granted');
});

it.each(['down', 'nonsense', 'slow'])(
  'changes nothing while the provider is %s, and heals when it is back [P-4.32, T-4.4]',
  async (mode) => {
    const checkout = await shop.order(`${randomUUID()}@people.example`);
    await shop.desk.pay(checkout, 'vanish:upi');
    shop.setNow(at(24 * 60 + 5));
    shop.desk.setMode(mode);
    await expect(runPaymentJob(shop.dependencies)).rejects.toThrow();
    expect((await shop.toRow(checkout)).state).toBe('open');
    shop.desk.setMode('ok');
    await runPaymentJob(shop.dependencies);
    expect((await shop.toRow(checkout)).state).toBe('granted');
  },
);

it('is not blocked by an order that the provider never answers about', async () => {
  const [stuck, paid] = [
    await shop.order(`${randomUUID()}@people.example`),
    await shop.order(`${randomUUID()}@people.example`),
  ];
  await shop.desk.pay(paid, 'vanish:upi');
  shop.setNow(at(10));
  const { provider } = shop.desk;
  const getPayments = async (id: string) => {
    if (id === stuck.fields['order_id']) throw new ProviderAway('the answer is none of its kind');
    return provider.getPayments(id);
  };
  const dependencies = { ...shop.dependencies, payments: { ...provider, getPayments } };
  await expect(runPaymentJob(dependencies)).rejects.toThrow(ProviderAway);
  shop.setNow(at(15));
  await runPaymentJob(dependencies).catch(() => undefined);
  expect((await shop.toRow(paid)).state).toBe('granted');
  expect((await shop.toRow(stuck)).state).toBe('open');
});

it('asks every five minutes at first and about every three hours later, so that abandoned orders delay no other [P-4.29]', async () => {
  const checkout = await shop.order(`${randomUUID()}@people.example`);
  const askedAt: number[] = [];
  for (let minute = 5; minute < 24 * 60; minute += 5) {
    shop.setNow(at(minute));
    await runPaymentJob(shop.dependencies);
    if ((await shop.toRow(checkout)).asked_at?.toISOString() === at(minute)) askedAt.push(minute);
  }
  expect(askedAt.slice(0, 5)).toEqual([10, 15, 20, 25, 30]);
  expect(askedAt.length).toBeLessThan(40);
  expect((askedAt.at(-1) ?? 0) - (askedAt.at(-2) ?? 0)).toBeLessThan(180);
  expect((await shop.toRow(checkout)).state).toBe('open');
});
