import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Checkout } from '@samay/contract/tenancy/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { merchant } from '../../../sandbox/src/payments/server.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import {
  type TestPaymentProvider,
  startPaymentProvider,
} from '../fixtures/third-parties/payment-provider.ts';
import { testEngine } from '../fixtures/database.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../fixtures/invariants/killed-servers.ts';

// I-12: the real server is killed while it receives webhooks, which the provider repeats until they
// are accepted.

const kills = isFull ? 20 : 1;
const port = 5497;
const address = `http://127.0.0.1:${port}`;
let data: ServersData;
let desk: TestPaymentProvider;
let server: RunningServer | undefined;

beforeAll(async () => {
  data = await serversData('payments');
  desk = await startPaymentProvider({ webhookAddress: `${address}/api/payment-webhook` });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await desk.close();
  await data.remove();
});

it('creates one business for each payment despite kill -9 [I-12]', { timeout: 900_000 }, async () => {
  server = await startServer(settings());
  const payers = { isOver: false, paid: [] as string[] };
  const paying = Array.from({ length: 2 }, () => keepPaying(payers));
  for (let round = 0; round < kills; round += 1) {
    await wait(500 + Math.random() * 500);
    await server.stop('SIGKILL');
    server = await startServer(settings());
  }
  await wait(500);
  payers.isOver = true;
  await Promise.all(paying);
  await expect.poll(() => desk.pendingWebhooks(), { timeout: 120_000, interval: 200 }).toBe(0);
  await server.stop('SIGTERM');
  server = undefined;
  const made = await data.withDatabase(async (database) =>
    asPlatform({ database }, async (tx) => {
      const plans = await tx.selectFrom('subscriptions').select(['tenant_id', 'plan_id']).execute();
      const profiles = await tx.selectFrom('business_profiles').select(['tenant_id', 'email']).execute();
      return plans.map((plan) => ({
        ...plan,
        email: profiles.find((profile) => profile.tenant_id === plan.tenant_id)?.email,
      }));
    }),
  );
  const counts = payers.paid.map(
    (email) => made.filter((row) => row.email === email && row.plan_id === 'premium').length,
  );
  const violations = counts.filter((count) => count !== 1).length + (made.length - payers.paid.length);
  printInvariant({ id: 'I-12', driver: testEngine, n: payers.paid.length, violations, kills });
  expect(violations).toBe(0);
  expect(payers.paid.length).toBeGreaterThan(kills);
});

/**
 * Orders and pays in a loop without returning from the checkout. Retries an order while the server
 * is down.
 */
async function keepPaying(payers: { isOver: boolean; paid: string[] }): Promise<void> {
  while (!payers.isOver) {
    const email = `${randomUUID()}@people.example`;
    const checkout = await order(email);
    if (!checkout) {
      await wait(50);
      continue;
    }
    await desk.pay(checkout, 'vanish:upi');
    payers.paid.push(email);
    await wait(20);
  }
}

async function order(email: string): Promise<Checkout | undefined> {
  const body = JSON.stringify({ email, businessName: 'Lakshmi Clinic', plan: 'premium' });
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/api/payment-orders`, { method: 'POST', headers, body }).then(
    async (response) => (response.ok ? ((await response.json()) as Checkout) : undefined),
    () => undefined, // the connection broke, or the server is down
  );
}

function settings(): Record<string, string> {
  return {
    ...data.settings,
    PORT: String(port),
    RATE_LIMIT_PAYMENTS: '1000000',
    // No mail server listens there. The emails wait, and are not counted here.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Samay <no-reply@samay.example>',
    RAZORPAY_API_URL: desk.apiUrl,
    RAZORPAY_CHECKOUT_URL: `${desk.apiUrl}/v1/checkout/embedded`,
    RAZORPAY_KEY_ID: merchant.keyId,
    RAZORPAY_KEY_SECRET: merchant.keySecret,
    RAZORPAY_WEBHOOK_SECRETS: merchant.webhookSecret,
  };
}
