import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { holdTimers } from '../../../test/hold-timers.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const plans = [
  { id: 'basic', name: 'Basic', limit: 25, monthlyPrice: 0 },
  { id: 'premium', name: 'Premium', limit: 250, monthlyPrice: 99_900 },
];
const order = 'POST /api/payment-orders';
const user = userEvent.setup();
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set('GET /api/plans', () => ({ json: { plans, paymentsAvailable: true } }));
});
afterEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  await server.close();
});

describe('get started with a plan', () => {
  it('starts with the free plan unless another one is chosen, also by the address', async () => {
    visit('/get-started');
    expect(await screen.findByRole('radio', { name: /Basic · Free/ })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Get started' })).toBeVisible();
    visit('/get-started?plan=premium');
    expect(await screen.findByRole('button', { name: 'Continue to payment' })).toBeVisible();
  });

  it('orders the plan and goes to the payment page', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    server.routes.set(order, () => ({
      status: 201,
      json: { action: 'https://pay.example/checkout', fields: { order_id: 'order_1' } },
    }));
    visit('/get-started');
    await user.click(await screen.findByRole('radio', { name: /Premium · ₹999 a month/ }));
    await fill('Lakshmi Clinic', 'asha@people.example');
    await waitFor(() => expect(submit).toHaveBeenCalledOnce());
    expect(JSON.parse(server.requestsOf(order)[0]?.body ?? '')).toEqual({
      businessName: 'Lakshmi Clinic',
      email: 'asha@people.example',
      plan: 'premium',
    });
    expect([localStorage.getItem('paymentEmail'), localStorage.getItem('selectedPlan')]).toEqual([
      'asha@people.example',
      'premium',
    ]);
  });

  it('shows why no payment can start, and keeps the typed values [P-4.32]', async () => {
    const told = 'The payment provider cannot be reached right now.';
    server.routes.set(order, answerError(503, 'payment.provider_away', told));
    visit('/get-started?plan=premium');
    await screen.findByRole('radio', { name: /Premium/ });
    await fill('Lakshmi Clinic', 'asha@people.example');
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('asha@people.example');
  });

  it.each([
    ['nothing can be paid here', () => ({ json: { plans, paymentsAvailable: false } })],
    ['the plans do not come', () => 'drop' as const],
  ])('has no choice where %s, and begins free', async (_what, script) => {
    server.routes.set('GET /api/plans', script);
    visit('/get-started');
    expect(await screen.findByRole('button', { name: 'Get started' })).toBeVisible();
    await waitFor(() => expect(server.requestsOf('GET /api/plans').length).toBeGreaterThan(0));
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('/payment-callback', () => {
  const query =
    'razorpay_payment_id=pay_1&razorpay_order_id=order_1&razorpay_signature=s&notes[plan]=premium';
  const verified = {
    success: true,
    message: 'Payment successful! Your business now has the Premium plan.',
    email: 'owner@citycare.example',
    plan: 'premium',
    next: 'dashboard',
  };

  it('sends a signed-in user to the dashboard after three seconds', async () => {
    const afterThreeSeconds = holdTimers(3000);
    await signedIn();
    localStorage.setItem('paymentEmail', 'owner@citycare.example');
    server.routes.set('POST /api/verify-payment', () => ({ json: verified }));
    const router = visit(`/payment-callback?${query}`);
    expect(await screen.findByText(verified.message)).toBeVisible();
    expect(router.state.location.pathname).toBe('/payment-callback');
    await afterThreeSeconds();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it.each([
    ['a clinic’s owner', 'doctor', '/dashboard/settings'],
    ['a turf’s owner', 'turf', '/turf-dashboard/settings'],
  ] as const)(
    'leads %s back to their own Settings after a cancelled payment',
    async (_who, businessType, settings) => {
      await signedIn(businessType);
      visit('/payment-callback?cancelled=true');
      expect(await screen.findByRole('link', { name: 'Choose a plan again' })).toHaveAttribute(
        'href',
        settings,
      );
    },
  );

  it('leads a stranger back to where one begins', async () => {
    visit('/payment-callback?cancelled=true');
    expect(await screen.findByRole('link', { name: 'Choose a plan again' })).toHaveAttribute(
      'href',
      '/get-started',
    );
    expect(document.title).toBe('Payment · Samay');
  });
});

async function signedIn(businessType: 'doctor' | 'turf' = 'doctor'): Promise<void> {
  await server.close();
  server = await startClinicServer(buildSession({ businessType }));
  pointAt(server.url);
  localStorage.setItem('authToken', `head.${btoa(JSON.stringify({ sub: 'a', exp: 4_000_000_000 }))}.tail`);
  localStorage.setItem('authTokenExpiresAt', '2096-10-02T07:06:40.000Z');
}

function visit(path: string) {
  document.body.replaceChildren();
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<App router={router} />);
  return router;
}

async function fill(name: string, email: string): Promise<void> {
  await user.type(screen.getByLabelText('Business name'), name);
  await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
}
