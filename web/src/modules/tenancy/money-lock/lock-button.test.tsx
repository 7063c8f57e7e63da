import type { MoneyLock } from '@samay/contract/tenancy/money-lock';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { LockButton } from './lock-button.tsx';

const write = 'PUT /api/money-lock';
const unlocked: MoneyLock = { until: null, reason: null };
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function show(lock: MoneyLock, proposed?: string) {
  server.routes.set('GET /api/money-lock', () => ({ json: lock }));
  return renderSignedIn(server, <LockButton {...(proposed !== undefined && { proposed })} />);
}
const sent = (at: number) => JSON.parse(server.requestsOf(write)[at]?.body ?? '{}') as unknown;

it('locks until the end of the exported month, by the password where it is asked for [P-9.164, P-9.168]', async () => {
  server.routes.set(write, answerError(403, 'account.password_needed', 'Please enter your password.'));
  const { user } = show(unlocked, '2026-10-31');
  await user.click(await screen.findByRole('button', { name: 'Lock until 31 Oct 2026…' }));
  const form = within(await screen.findByRole('form', { name: 'Lock months' }));
  expect(form.getByRole('textbox', { name: 'Lock until' })).toHaveValue('31 Oct 2026');
  const lock = form.getByRole('button', { name: 'Lock' });
  await user.click(lock);
  expect(await form.findByText('Please enter your password.')).toBeVisible();
  await user.click(lock);
  expect(form.getByText('Please enter your password')).toBeVisible();
  await user.type(form.getByLabelText(/Your password/), 'demo1234');
  server.routes.set(
    write,
    answerError(403, 'account.wrong_password', 'This password is wrong. Please try again.'),
  );
  await user.click(lock);
  expect(await form.findByText('This password is wrong. Please try again.')).toBeVisible();
  const locked = { until: '2026-10-31', reason: null };
  server.routes.set(write, () => ({ json: locked }));
  server.routes.set('GET /api/money-lock', () => ({ json: locked }));
  await user.click(lock);
  expect(await screen.findByText('Locked until 31 Oct 2026')).toBeVisible();
  expect(sent(2)).toEqual({ until: '2026-10-31', untilBefore: null, password: 'demo1234' });
});

it('says until when it is locked, and asks a reason before the lock moves back [P-9.163]', async () => {
  const { user } = show({ ...unlocked, until: '2026-10-31' }, '2026-09-30');
  await user.click(await screen.findByRole('button', { name: 'Locked until 31 Oct 2026' }));
  const form = within(await screen.findByRole('form', { name: 'Lock months' }));
  const day = form.getByRole('textbox', { name: 'Lock until' });
  await user.clear(day);
  await user.type(day, '30 Sep 2026');
  await user.tab();
  await user.click(form.getByRole('button', { name: 'Move the lock back' }));
  expect(form.getByText('Please enter a reason')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'A visit was forgotten');
  server.routes.set(write, answerError(503, 'server.unavailable', 'Away'));
  await user.click(form.getByRole('button', { name: 'Move the lock back' }));
  expect(await form.findByText('Failed to lock')).toBeVisible();
  server.routes.set(write, () => ({
    json: { ...unlocked, until: '2026-09-30', reason: 'A visit was forgotten' },
  }));
  await user.click(form.getByRole('button', { name: 'Move the lock back' }));
  expect(await screen.findByText('Locked until 30 Sep 2026')).toBeVisible();
  expect(sent(1)).toEqual({
    until: '2026-09-30',
    untilBefore: '2026-10-31',
    reason: 'A visit was forgotten',
  });
});

it('takes no day that is not over, and is for owners alone [P-9.163]', async () => {
  const { user, unmount } = show(unlocked);
  await user.click(await screen.findByRole('button', { name: 'Lock a month…' }));
  const form = within(await screen.findByRole('form', { name: 'Lock months' }));
  const day = form.getByRole('textbox', { name: 'Lock until' });
  await user.clear(day);
  await user.type(day, '31 Dec 2099');
  await user.tab();
  await user.click(form.getByRole('button', { name: 'Lock' }));
  expect(form.getByText('Please choose a day that is over')).toBeVisible();
  expect(server.requestsOf(write)).toEqual([]);
  unmount();
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  const { container } = show(unlocked);
  await expect.poll(() => container.querySelector('button')).toBeNull();
});
