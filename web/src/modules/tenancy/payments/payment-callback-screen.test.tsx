import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { PaymentCallbackScreen } from './payment-callback-screen.tsx';
import type { PaymentCallbackQuery } from './use-payment-result.ts';

const verify = 'POST /api/verify-payment';
const returned = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'f'.repeat(64),
  'notes[plan]': 'premium',
};
const success = {
  success: true,
  message: 'Payment successful! You are now registered as a Business Admin with the Premium plan.',
  plan: 'premium',
  email: 'anita@people.example',
  next: 'link',
} as const;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(verify, () => ({ json: success }));
  localStorage.setItem('paymentEmail', 'anita@people.example');
  localStorage.setItem('selectedPlan', 'enterprise');
  localStorage.setItem('paymentOrder', 'order_1');
});
afterEach(async () => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  await server.close();
});

function visit(search: PaymentCallbackQuery = returned, isSignedIn = false) {
  return renderSignedIn(
    server,
    <PaymentCallbackScreen returned={search} isSignedIn={isSignedIn} again="/get-started" />,
  );
}

describe('a payment that counts', () => {
  it('is verified with the parameters of the callback and the stored address, and clears the stored keys [P-4.14, P-4.15]', async () => {
    let answer = (_: unknown) => {};
    server.routes.set(verify, () => new Promise((resolve) => (answer = () => resolve({ json: success }))));
    visit();
    expect(await screen.findByRole('heading', { name: 'Processing Payment' })).toBeVisible();
    await waitFor(() => expect(server.requestsOf(verify)).toHaveLength(1));
    answer(undefined);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(screen.getByText(success.message)).toBeVisible();
    const { 'notes[plan]': plan, ...proof } = returned;
    expect(JSON.parse(server.requestsOf(verify)[0]?.body ?? '')).toEqual({
      ...proof,
      email: 'anita@people.example',
      plan,
    });
    expect(['paymentEmail', 'selectedPlan', 'paymentOrder'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['another browser, which knows nothing of it', () => localStorage.clear()],
    ['a browser that began another order', () => localStorage.setItem('paymentOrder', 'order_2')],
  ])('is verified by the parameters of the callback only in %s [P-4.16]', async (_where, prepare) => {
    prepare();
    const { 'notes[plan]': _plan, ...proof } = returned;
    visit(proof);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(screen.getByText('anita@people.example')).toBeVisible();
    expect(JSON.parse(server.requestsOf(verify)[0]?.body ?? '')).toEqual({ ...proof, email: '', plan: '' });
  });

  it('uses the stored plan if the address has none [P-4.15]', async () => {
    const { 'notes[plan]': _plan, ...without } = returned;
    visit(without);
    await screen.findByRole('heading', { name: 'Payment Successful' });
    expect(JSON.parse(server.requestsOf(verify)[0]?.body ?? '')).toMatchObject({ plan: 'enterprise' });
  });

  it('announces an email without a session, and does not redirect [P-4.14]', async () => {
    visit();
    expect(await screen.findByText('anita@people.example')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByText(/opens in a moment/)).toBeNull();
  });

  it('sends a signed-in user to the dashboard after three seconds [P-4.14]', async () => {
    server.routes.set(verify, () => ({
      json: {
        ...success,
        message: 'Payment successful! Your business now has the Premium plan.',
        next: 'dashboard',
      },
    }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    visit(returned, true);
    expect(await screen.findByText('Your dashboard opens in a moment.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('stays a success when its page is loaded again', async () => {
    const first = visit();
    await screen.findByRole('heading', { name: 'Payment Successful' });
    first.unmount();
    visit();
    expect(await screen.findByText(success.message)).toBeVisible();
    expect(server.requestsOf(verify)).toHaveLength(1);
  });

  it('shows that support has to resolve the payment', async () => {
    const message = 'Your payment has arrived. We have written to anita@people.example about how it goes on.';
    server.routes.set(verify, () => ({ json: { ...success, message, next: 'mail' } }));
    visit(returned, true);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText(/opens in a moment/)).toBeNull();
  });
});

describe('a payment that does not count', () => {
  it.each([
    [
      'nothing came back and nothing is kept',
      {},
      '',
      'Email information not found. Please try again or contact support.',
    ],
    [
      'there is no payment id',
      { ...returned, razorpay_payment_id: '' },
      'a@b.example',
      'Payment verification failed',
    ],
    [
      'there is no order id',
      { ...returned, razorpay_order_id: undefined },
      'a@b.example',
      'Payment verification failed',
    ],
    [
      'there is no signature',
      { ...returned, razorpay_signature: '' },
      'a@b.example',
      'Payment verification failed',
    ],
    ['nobody has signed it', { error: 'not_verified' }, 'a@b.example', 'Payment verification failed'],
    [
      'the bank declined it',
      { error: 'payment_failed' },
      'a@b.example',
      'An error occurred while processing your payment',
    ],
    ['the payer cancelled', { cancelled: 'true' }, 'a@b.example', 'The payment was cancelled.'],
  ])('fails without asking where %s [P-4.18]', async (_what, search: PaymentCallbackQuery, email, text) => {
    localStorage.setItem('paymentEmail', email);
    visit(search);
    expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(server.requestsOf(verify)).toEqual([]);
  });

  it.each([
    ['the proof does not hold', returned],
    ['nobody has signed it', { error: 'not_verified' }],
    ['the bank declined a try', { error: 'payment_failed' }],
    ['the payer went back', { cancelled: 'true' }],
  ])(
    'does not ask for another payment after money was taken, if %s [P-4.17]',
    async (_what, search: PaymentCallbackQuery) => {
      server.routes.set(verify, answerError(409, 'payment.not_verified', 'Payment verification failed'));
      visit(search);
      expect(await screen.findByText(/If money was taken from your account, do not pay again/)).toBeVisible();
      expect(screen.queryByText(/try again/i)).toBeNull();
    },
  );

  it("shows the server's sentence, and asks once [P-4.18]", async () => {
    server.routes.set(verify, answerError(409, 'payment.not_verified', 'Payment verification failed'));
    visit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Payment verification failed');
    expect(server.requestsOf(verify)).toHaveLength(1);
    expect(localStorage.getItem('paymentEmail')).toBe('anita@people.example');
  });

  it('offers to choose a plan again if nothing was paid', async () => {
    visit({ cancelled: 'true' });
    expect(await screen.findByRole('link', { name: 'Choose a plan again' })).toHaveAttribute(
      'href',
      '/get-started',
    );
  });
});

describe('a payment that is not confirmed yet', () => {
  it.each([
    [
      'the bank is slow',
      answerError(409, 'payment.unconfirmed', 'The payment is not confirmed yet.'),
      'Payment verification failed',
    ],
    [
      'the server cannot be reached',
      () => 'drop' as const,
      'An error occurred while processing your payment',
    ],
    [
      'the server does not answer',
      () => new Promise<never>(() => {}),
      'An error occurred while processing your payment',
    ],
    [
      'the server has a fault',
      answerError(500, 'server.fault', 'Something went wrong.'),
      'An error occurred while processing your payment',
    ],
  ])('is still processing while %s: it says so after 4 s [P-4.17]', async (_what, script, text) => {
    server.routes.set(verify, script);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    visit();
    await waitFor(() => expect(server.requestsOf(verify)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('heading', { name: 'Processing Payment' })).toBeVisible();
    expect(screen.getByText(/do not pay again: nothing is lost/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  });

  it('is asked for, at most five times a minute, until it is settled', async () => {
    server.routes.set(verify, answerError(409, 'payment.unconfirmed', 'The payment is not confirmed yet.'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    visit();
    for (const [tries, waitMs] of [3_000, 6_000, 12_000, 20_000, 20_000, 20_000].entries()) {
      await waitFor(() => expect(server.requestsOf(verify)).toHaveLength(tries + 1));
      await vi.advanceTimersByTimeAsync(waitMs - 1_000);
      expect(server.requestsOf(verify)).toHaveLength(tries + 1);
      expect(screen.getByRole('heading', { name: 'Processing Payment' })).toBeVisible();
      if (tries === 5) server.routes.set(verify, () => ({ json: success }));
      await vi.advanceTimersByTimeAsync(1_100);
    }
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  });
});
