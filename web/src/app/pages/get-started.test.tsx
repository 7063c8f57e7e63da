import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const start = 'POST /api/get-started';
const recover = 'POST /api/password-recovery';
let server: ClinicServer;
const user = userEvent.setup();

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set(start, () => ({ json: {} }));
  server.routes.set(recover, () => ({ json: {} }));
});
afterEach(() => server.close());

function visit(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<App router={router} />);
  return router;
}

describe('get started', () => {
  it('sends the name and the address, and announces an email [P-3.5]', async () => {
    visit('/get-started');
    await fill(' Lakshmi Clinic ', ' asha@people.example ');
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('asha@people.example');
    expect(JSON.parse(server.requestsOf(start)[0]?.body ?? '')).toEqual({
      businessName: 'Lakshmi Clinic',
      email: 'asha@people.example',
    });
    await user.click(screen.getByRole('link', { name: 'try another address' }));
    expect(await screen.findByLabelText('Business name')).toHaveValue('');
  });

  it('shows what is missing at the fields while typing, and sends nothing', async () => {
    visit('/get-started');
    await user.click(await screen.findByRole('button', { name: 'Get started' }));
    expect(screen.getByText("Please enter your business's name")).toBeVisible();
    expect(screen.getByText('Please enter your email address')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Business name')).toHaveFocus());
    await fill('Clinic', 'nobody');
    expect(screen.getByText('Please enter a valid email address')).toBeVisible();
    expect(server.requestsOf(start)).toEqual([]);
  });

  it.each([
    [
      'no mail server',
      answerError(503, 'mail.unavailable', 'Email is not set up on this server.'),
      'Email is not set up on this server.',
    ],
    ['too many letters', answerError(429, 'request.too_many', 'Too many attempts.'), 'Too many attempts.'],
    [
      'no answer',
      () => 'drop' as const,
      'Samay did not answer. Please check your connection and try again; what you typed is still here.',
    ],
  ])('keeps the typed values after %s', async (_, script, told) => {
    server.routes.set(start, script);
    visit('/get-started');
    await fill('Lakshmi Clinic', 'asha@people.example');
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.getByLabelText('Business name')).toHaveValue('Lakshmi Clinic');
  });
});

describe('a forgotten password', () => {
  it('requires the email first [P-2.31]', async () => {
    visit('/login');
    await user.click(await forgot());
    expect(await screen.findByText('Please enter your email address first')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'nobody');
    await user.click(await forgot());
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it('is requested once at a time, with the agreed texts [P-2.31]', async () => {
    visit('/login');
    await user.type(await screen.findByLabelText('Email'), ' asha@people.example ');
    await user.click(await forgot());
    expect(await screen.findByText('Password reset link sent to your email!')).toBeVisible();
    expect(server.requestsOf(recover).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { email: 'asha@people.example' },
    ]);
  });

  it.each([
    ['no answer', () => 'drop' as const, 'Failed to send reset link'],
    ['a fault', answerError(500, 'server.fault', 'Something went wrong.'), 'Failed to send reset link'],
    [
      'no mail server',
      answerError(503, 'mail.unavailable', 'Email is not set up on this server.'),
      'Email is not set up on this server.',
    ],
  ])('says so with %s [P-2.31]', async (_, script, told) => {
    server.routes.set(recover, script);
    visit('/login');
    await user.type(await screen.findByLabelText('Email'), 'asha@people.example');
    await user.click(await forgot());
    await waitFor(() =>
      expect(screen.getAllByRole('alert').some(({ textContent }) => textContent === told)).toBe(true),
    );
  });
});

async function forgot(): Promise<HTMLElement> {
  return screen.findByRole('button', { name: 'Forgot your password?' });
}

async function fill(name: string, email: string): Promise<void> {
  await user.type(await screen.findByLabelText('Business name'), name);
  await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Get started' }));
}
