import type { Subscription } from '@samay/contract/tenancy/payments';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSession, buildUsage } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { SubscriptionSection } from './subscription-section.tsx';

const basic = { id: 'basic', name: 'Basic', limit: 25, monthlyPrice: 0 };
const premium = { id: 'premium', name: 'Premium', limit: 250, monthlyPrice: 99_900 };
const enterprise = { id: 'enterprise', name: 'Enterprise', limit: 2500, monthlyPrice: 299_900 };
const checkout = {
  action: 'https://pay.example/checkout',
  fields: { order_id: 'order_1', key_id: 'key', 'prefill[email]': 'a@b.example' },
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  plan({});
});
afterEach(async () => {
  localStorage.clear();
  vi.restoreAllMocks();
  await server.close();
});

describe('the plan', () => {
  it('is named with its price and limit [P-4.10]', async () => {
    renderSignedIn(server, <SubscriptionSection />);
    expect(await screen.findByRole('heading', { name: 'Subscription Details', level: 2 })).toBeVisible();
    expect(await screen.findByText('Basic')).toBeVisible();
    expect(screen.getByText('Free, 25 appointments a month')).toBeVisible();
    expect(screen.queryByText(/Paid until/)).toBeNull();
  });

  it('shows until when it is paid and what follows [P-4.10]', async () => {
    plan({ plan: premium, planName: 'Premium', paidUntil: '2026-12-21', endsOn: '2026-12-24' });
    renderSignedIn(server, <SubscriptionSection />);
    expect(
      await screen.findByText(/Paid until 21 Dec 2026.*free plan from 24 Dec 2026; nothing is deleted/),
    ).toBeVisible();
  });

  it('shows a limit of its own, and the address to write to where no larger plan is sold [P-4.40, P-4.41]', async () => {
    plan({
      plan: enterprise,
      planName: 'Enterprise',
      offers: [],
      ownLimit: { limit: 4000, until: '2027-03-31' },
    });
    server.routes.set('GET /api/plan-help', () => ({
      json: { isForSale: false, owners: [], support: 'help@samay.example' },
    }));
    renderSignedIn(server, <SubscriptionSection />);
    expect(await screen.findByText('Raised to 4,000 appointments a month until 31 Mar 2027')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'help@samay.example' })).toBeVisible();
  });

  it('shows the limit of the first days, until when, and what becomes of their bookings [P-4.46]', async () => {
    plan({ firstDays: { limit: 2500, until: '2026-12-20' } });
    renderSignedIn(server, <SubscriptionSection />);
    expect(
      await screen.findByText(
        'As a new business you have 2,500 appointments a month until 20 Dec 2026, as on the Enterprise plan. What is booked until then is never hidden and takes no place afterwards.',
      ),
    ).toBeVisible();
  });

  it.each([
    [
      'there never was one',
      { state: 'none', planName: 'Basic or Free Plan' },
      'Basic or Free Plan',
      '25 appointments a month',
    ],
    [
      'it has ended',
      { state: 'ended', planName: 'Premium' },
      'Premium',
      /has ended. No appointments can be made until you upgrade/,
    ],
  ] as const)('is explained if %s', async (_what, about, name, terms) => {
    plan({ ...about, plan: null });
    renderSignedIn(server, <SubscriptionSection />);
    expect(await screen.findByText(name)).toBeVisible();
    expect(screen.getByText(terms)).toBeVisible();
  });

  it('says what failed, and loads at the second try', async () => {
    server.routes.set('GET /api/subscription', () => 'drop');
    const { user } = renderSignedIn(server, <SubscriptionSection />);
    expect(await screen.findByText('Failed to load your plan')).toBeVisible();
    plan({});
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Basic')).toBeVisible();
  });

  it('is hidden from users without the permission', async () => {
    await server.close();
    server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
    renderSignedIn(server, <SubscriptionSection />);
    await waitFor(() => expect(server.requestsOf('GET /api/session')).toHaveLength(1));
    expect(screen.queryByText('Subscription Details')).toBeNull();
    expect(server.requestsOf('GET /api/subscription')).toEqual([]);
  });
});

describe('the usage', () => {
  it.each([
    ['doctor', 'Check Appointments Usage Limit', 'appointments'],
    ['turf', 'Check Bookings Usage Limit', 'bookings'],
  ] as const)('of a %s business opens and closes [P-4.10]', async (businessType, label, bookings) => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType }));
    plan({});
    server.routes.set('GET /api/usage', () => ({ json: buildUsage({ used: 20, limit: 25, remaining: 5 }) }));
    const { user } = renderSignedIn(server, <SubscriptionSection />);
    const toggle = await screen.findByRole('button', { name: label });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(server.requestsOf('GET /api/usage')).toEqual([]);
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByText('20 / 25')).toBeVisible();
    expect(screen.getByText(new RegExp(`${bookings} used, 5 remaining`))).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });

  it('says what failed', async () => {
    server.routes.set('GET /api/usage', answerError(500, 'server.fault', 'Something went wrong.'));
    const { user } = renderSignedIn(server, <SubscriptionSection />);
    await user.click(await screen.findByRole('button', { name: 'Check Appointments Usage Limit' }));
    expect(await screen.findByText('Failed to load the usage')).toBeVisible();
  });
});

describe('an upgrade', () => {
  it('orders the chosen plan and goes to the payment page, with the data for the callback stored [P-4.11]', async () => {
    const posted = watchSubmit();
    server.routes.set('POST /api/subscription/payment-orders', () => ({ status: 201, json: checkout }));
    const { user } = renderSignedIn(server, <SubscriptionSection />);
    await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade your plan' });
    expect(within(dialog).getByRole('radio', { name: /Premium · ₹999 a month/ })).toBeChecked();
    expect(within(dialog).getByText(/plan and its month start today\.$/)).toBeVisible();
    await user.click(within(dialog).getByRole('radio', { name: /Enterprise · ₹2,999 a month/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Continue to payment' }));
    await waitFor(() => expect(posted).toEqual([checkout]));
    expect(JSON.parse(server.requestsOf('POST /api/subscription/payment-orders')[0]?.body ?? '')).toEqual({
      plan: 'enterprise',
    });
    expect([localStorage.getItem('paymentEmail'), localStorage.getItem('selectedPlan')]).toEqual([
      'owner@citycare.example',
      'enterprise',
    ]);
  });

  it('can be another month of the same plan, or another plan that costs the rest of this one [P-4.36]', async () => {
    plan({ plan: premium, planName: 'Premium', paidUntil: '2026-12-21', endsOn: '2026-12-24' });
    const { user } = renderSignedIn(server, <SubscriptionSection />);
    await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
    expect(await screen.findByText(/start today; the rest of Premium is lost\.$/)).toBeVisible();
    await user.click(await screen.findByRole('radio', { name: /Premium/ }));
    expect(screen.getByText('You pay for one more month. It starts when the paid month ends.')).toBeVisible();
  });

  it('that the provider rejects keeps the dialog open with a retry', async () => {
    const posted = watchSubmit();
    const message =
      'The payment provider cannot be reached right now. You have not been charged. Please try again in a few minutes.';
    server.routes.set(
      'POST /api/subscription/payment-orders',
      answerError(503, 'payment.provider_away', message),
    );
    const { user } = renderSignedIn(server, <SubscriptionSection />);
    await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
    expect([posted, localStorage.getItem('paymentEmail')]).toEqual([[], null]);
  });

  it('is not offered to users who may not pay, nor without a provider [P-4.11, P-4.31]', async () => {
    plan({ may: { upgrade: false }, paymentsAvailable: false });
    renderSignedIn(server, <SubscriptionSection />);
    expect(
      await screen.findByText('Payments are not set up here. To upgrade, please contact support.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upgrade' })).toBeNull();
  });

  it('is the owner’s to make', async () => {
    await server.close();
    server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
    plan({ may: { upgrade: false } });
    renderSignedIn(server, <SubscriptionSection />);
    expect(await screen.findByText('Ask the owner to upgrade the plan.')).toBeVisible();
  });
});

function plan(about: Partial<Subscription>): void {
  const json: Subscription = {
    state: 'active',
    planName: 'Basic',
    plan: basic,
    ownLimit: null,
    firstDays: null,
    paidUntil: null,
    endsOn: null,
    offers: [premium, enterprise],
    paymentsAvailable: true,
    may: { upgrade: true },
    ...about,
  };
  server.routes.set('GET /api/subscription', () => ({ json }));
}

/** Records the forms that the page posts, because jsdom does not navigate. */
function watchSubmit(): unknown[] {
  const posted: unknown[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    posted.push({ action: this.action, fields: Object.fromEntries(new FormData(this)) });
  });
  return posted;
}
